/** The browser script sends declared forms with a signed result, after step-up verification if the service asks for it. */
for (const form of document.querySelectorAll('#commentform, #registerform, #loginform')) {
  form.setAttribute('data-byhand-action', 'wordpress')
}
