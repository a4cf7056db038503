/* The demo stays where it is when its form is sent; a person would go elsewhere, and so does this. */
document.querySelector('form').addEventListener('submit', () => {
  setTimeout(() => location.assign('/thanks'), 900)
})
