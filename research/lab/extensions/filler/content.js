/* Fills in stored values by script and dispatches synthetic events. */
function fill(id, value) {
  const field = document.getElementById(id)
  if (!field) return
  field.dispatchEvent(new FocusEvent('focus'))
  field.value = value
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
}

setTimeout(() => {
  fill('name', 'Jamie Rivers')
  fill('email', 'jamie.rivers@example.org')
}, 1200)
