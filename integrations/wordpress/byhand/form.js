/** Adds a signed result to the forms of comments, registration and login, when they are submitted. */
;(() => {
  // The page never waits longer than this for the service.
  const WAIT_MS = 4000

  const tag = document.querySelector('script[data-site-key]')

  async function signedResult() {
    const late = new Promise((resolve) => setTimeout(resolve, WAIT_MS, ''))
    try {
      return (await Promise.race([window.byhand.getSignedResult('wordpress'), late])) || ''
    } catch {
      return ''
    }
  }

  /** After a short typing task, if the service asks for it. Null if the visitor closed the task. */
  async function verifiedResult() {
    const first = await signedResult()
    if (!first || !tag) return first
    try {
      const { stepUp } = await import(new URL('/step_up.mjs', tag.src).href)
      const outcome = await stepUp()
      if (outcome === 'canceled') return null
      return outcome === 'done' ? signedResult() : first
    } catch {
      return first
    }
  }

  for (const form of document.querySelectorAll('#commentform, #registerform, #loginform')) {
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      if (form.elements['byhand-result']) return
      const field = document.createElement('input')
      field.type = 'hidden'
      field.name = 'byhand-result'
      form.append(field)
      const result = await verifiedResult()
      if (result === null) return field.remove()
      field.value = result
      // A button named "submit" hides the form's own function.
      HTMLFormElement.prototype.submit.call(form)
    })
  }
  // A page from the back-forward cache must not send the earlier result again.
  window.addEventListener('pageshow', () => {
    for (const field of document.querySelectorAll('input[name="byhand-result"]')) field.remove()
  })
})()
