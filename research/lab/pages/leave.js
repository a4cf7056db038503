/* Leaves the page a moment after the form is submitted, as a page that answers in place would. */
document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault()
  document.querySelector('#thanks').hidden = false
  setTimeout(() => location.assign('/thanks'), 900)
})
