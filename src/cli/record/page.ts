/** The page of `byhand record`: consent, a short set of tasks, and the end. */

export const POINTING_DEVICES = ['mouse', 'touchpad', 'touch screen', 'pen', 'trackball', 'other'] as const
export const ASSISTANCE = [
  'none',
  'screen reader',
  'switch or voice control',
  'remote desktop',
  'other',
] as const

const options = (names: readonly string[]): string => names.map((name) => `<option>${name}</option>`).join('')

const PARAGRAPHS = [
  'The first typewriters that sold well had keys that struck the paper from below, so the typist could not see the line.',
  'Typists learned the place of each key and looked at their notes instead. Schools taught the method within ten years.',
  'Nobody knows for certain why the letters lie where they do. Telegraph operators, who copied Morse code, probably had a say.',
  'Later layouts promised more speed with less effort. Tests never agreed on how much, and few people changed.',
  'On a telephone the same layout survives under glass, where two thumbs do the work that ten fingers did on paper.',
]

export interface PageAddresses {
  /** Of the service that records. */
  readonly service: string
  readonly siteKey: string
}

/** The page sends nothing before consent; `contentFree` keeps the text of the answers out of the recording. */
export const volunteerPage = ({ service, siteKey }: PageAddresses): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Record a session for Byhand</title>
<style>
  body { font: 17px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem }
  textarea { width: 100%; font: inherit } section { margin: 3rem 0 } button { font: inherit; padding: .4rem 1rem }
  .read { min-height: 18rem } [hidden] { display: none }
</style>
<main>
<section id="ask">
  <h1>Record a session</h1>
  <p>Byhand tells people and programs apart. Its checks need recordings of people, and yours would help.
  The tasks take about four minutes.</p>
  <p>The recording contains how you move, click, scroll and type, and the properties of your browser: its version,
  screen size, languages, time zone and graphics card. It contains no text that you type, no name and no address.
  It stays on this computer, in one file. You decide whether you send it to anyone.</p>
  <p><label>I point with a <select id="pointing">${options(POINTING_DEVICES)}</select></label></p>
  <p><label>Assistive technology I use <select id="assistance">${options(ASSISTANCE)}</select></label></p>
  <p><button id="agree">I agree, start</button> <button id="refuse">No, stop</button></p>
</section>
<form id="tasks" hidden>
  <section><h2>1. Read and scroll</h2>${PARAGRAPHS.map((text) => `<p class="read">${text}</p>`).join('')}
  <p><label><input type="radio" name="known"> I knew most of this</label></p>
  <p><label><input type="radio" name="known"> Most of this was new to me</label></p></section>
  <section><h2>2. Write</h2>
  <p><label for="day">What did you do yesterday, from morning to evening? Four or five sentences.</label></p>
  <textarea id="day" rows="6" data-byhand-question="day"></textarea>
  <p><label for="tool">Describe a thing you use every day to somebody who has never seen it.</label></p>
  <textarea id="tool" rows="6" data-byhand-question="tool"></textarea></section>
  <section><h2>3. Choose</h2>
  ${[
    'How often do you type more than a page?',
    'How often do you fill in forms?',
    'How often do you play games with a mouse?',
  ]
    .map(
      (question, index) =>
        `<p>${question}</p><p>${['Never', 'Monthly', 'Weekly', 'Daily']
          .map((answer) => `<label><input type="radio" name="often${index}"> ${answer}</label>`)
          .join(' &emsp; ')}</p>`,
    )
    .join('')}
  <p><button id="finish">Finish</button></p></section>
</form>
<section id="end" hidden><h1>Thank you</h1><p id="message"></p></section>
</main>
<script src="${service}/byhand.js" data-site-key="${siteKey}" data-consent="wait" data-content-free></script>
<script>
  const by = (id) => document.getElementById(id)
  const end = async (path, body) => {
    const response = await fetch(path, { method: 'POST', body: JSON.stringify(body) })
    by('message').textContent = await response.text()
    for (const id of ['ask', 'tasks']) by(id).hidden = true
    by('end').hidden = false
  }
  by('agree').addEventListener('click', () => {
    byhand.consent(true)
    by('ask').hidden = true
    by('tasks').hidden = false
    scrollTo(0, 0)
  })
  by('refuse').addEventListener('click', () => {
    byhand.consent(false)
    end('/refuse', {})
  })
  by('tasks').addEventListener('submit', async (event) => {
    event.preventDefault()
    await byhand.flush()
    byhand.stop()
    end('/finish', { pointing: by('pointing').value, assistance: by('assistance').value })
  })
</script>
</html>
`
