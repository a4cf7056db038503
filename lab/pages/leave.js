/* The demo stays on its page after submit. This script navigates away, as a person would. */
document.querySelector('form').addEventListener('submit', () => {
  setTimeout(() => location.assign('/thanks'), 900)
})
