/* Fills in what it knows by script, and says so to the page with events of its own making. */
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
