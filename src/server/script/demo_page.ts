/** The demo with a site key in its tag, or with a sentence that says how to get one. */

/** What our keys look like; anything else is no key, and nothing of it is put into the page. */
const SITE_KEY = /^bh_pk_[A-Za-z0-9_]{1,58}$/

const WITHOUT_KEY = `<p id="notice">Nothing is recorded: the address has no site key. Open <code>/demo?key=bh_pk_…</code> with the
  site key that the service printed on its first start, or make one with <code>npx byhand keys create</code>. To see the
  report of your own visit beside the survey, add <code>#secret=bh_sk_…</code>, a secret key. What follows the hash is
  never sent by a browser; the page uses it to read the report, as your server would. Do this with a key for trying
  only: a real site never hands a secret key to a browser.</p>`

const WITH_KEY = `<p id="notice">This visit is being recorded. To see its report here, open the same address with
  <code>#secret=bh_sk_…</code> at its end: a secret key, which the browser keeps to itself.</p>`

export function demoPage(template: string, scriptPath: string): (siteKey: string) => string {
  return (siteKey) => {
    const isKey = SITE_KEY.test(siteKey)
    const tag = `<script src="${scriptPath}" data-site-key="${siteKey}" data-tags="demo"></script>`
    return template
      .replace('<!--SCRIPT-->', isKey ? tag : '')
      .replace('<!--NOTICE-->', isKey ? WITH_KEY : WITHOUT_KEY)
  }
}
