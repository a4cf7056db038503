/** The demo page with a site key in its script tag, or with a notice that explains how to get one. */

/** Only text of this form is put into the page. */
const SITE_KEY = /^bh_pk_[A-Za-z0-9_]{1,58}$/

const WITHOUT_KEY = `<p id="notice">Nothing is recorded, because the URL has no site key. Open <code>/demo?key=bh_pk_…</code> with the
  site key that the service printed at its first start, or create one with <code>npx byhand keys create site</code>. To
  see the report of your own visit next to the survey, add <code>#secret=bh_sk_…</code> with a secret key. Browsers never
  send the part after the hash; the page uses the key to read the report, as your server would. Use only a key that
  you created for testing: a real site never gives a secret key to a browser.</p>`

const WITH_KEY = `<p id="notice">This visit is being recorded. To see its report here, add
  <code>#secret=bh_sk_…</code> with a secret key to the URL. The browser does not send that part.</p>`

export function demoPage(template: string, scriptPath: string): (siteKey: string) => string {
  return (siteKey) => {
    const isKey = SITE_KEY.test(siteKey)
    const tag = `<script src="${scriptPath}" data-site-key="${siteKey}" data-tags="demo"></script>`
    return template
      .replace('<!--SCRIPT-->', isKey ? tag : '')
      .replace('<!--NOTICE-->', isKey ? WITH_KEY : WITHOUT_KEY)
  }
}
