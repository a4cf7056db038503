/* The demo stays on its page after submit; this script leaves it, as a person would. */
document.querySelector('form').addEventListener('submit', () => {
  setTimeout(() => location.assign('/thanks'), 900)
})
