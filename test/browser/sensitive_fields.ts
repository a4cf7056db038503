/**
 * Fields with sensitive content, and a secret for each. The secrets start differently, so that a leak can be
 * identified.
 */

export interface SensitiveField {
  /** One element with `data-field`; `data-show` marks a button that makes it readable. */
  readonly html: string
  readonly secret: string
}

const TEMPLATES: readonly string[] = [
  '<input data-field type="password">',
  '<input data-field type="password" autocomplete="off">',
  '<input data-field type="PASSWORD" name="x1">',
  '<input data-field type="password"><button type="button" data-show>show</button>',
  '<input data-field type="password" data-byhand-question="p1"><button type="button" data-show>show</button>',
  '<input data-field autocomplete="current-password">',
  '<input data-field autocomplete="new-password">',
  '<input data-field autocomplete="one-time-code" inputmode="numeric">',
  '<input data-field autocomplete="section-pay shipping cc-number">',
  '<input data-field autocomplete="cc-csc">',
  '<input data-field autocomplete="cc-exp">',
  '<input data-field autocomplete="cc-name" data-byhand-question="p2">',
  '<input data-field autocomplete="CC-NUMBER">',
  '<input data-field autocomplete="username webauthn" name="passkey-token">',
  '<input data-field name="password">',
  '<input data-field name="userPassword">',
  '<input data-field name="user[passwd]" type="text">',
  '<input data-field id="login_pwd">',
  '<input data-field name="passphrase" data-byhand-question="p3">',
  '<input data-field name="card_number">',
  '<input data-field name="cardNumber" data-byhand-question="p4">',
  '<input data-field name="creditcard">',
  '<input data-field name="cvv">',
  '<input data-field name="cvc2">',
  '<input data-field placeholder="Security code">',
  '<input data-field aria-label="Card number">',
  '<input data-field name="pin">',
  '<input data-field name="userPin">',
  '<input data-field name="otp-1">',
  '<input data-field name="totp_code">',
  '<input data-field name="ssn" data-byhand-question="p5">',
  '<input data-field name="tax_id">',
  '<input data-field name="iban">',
  '<input data-field name="account-number">',
  '<input data-field name="routing_number">',
  '<input data-field name="api_token">',
  '<input data-field name="client_secret">',
  '<textarea data-field name="recovery_passphrase"></textarea>',
  '<div data-byhand-ignore><input data-field name="note" data-byhand-question="p6"></div>',
  '<div data-field contenteditable data-byhand-ignore data-byhand-question="p7">x</div>',
  '<div data-byhand-ignore><div data-field contenteditable>x</div></div>',
  '<input data-field type="hidden" name="csrf" value="SECRET">',
  '<input data-field type="search" name="plain">',
  '<input data-field type="email" name="email">',
  '<input data-field type="tel" name="phone">',
  '<textarea data-field name="message"></textarea>',
  '<div data-field contenteditable>x</div>',
  '<label>Answer <input data-field name="undeclared"></label>',
]

/** Card numbers typed into a field for other content, even a declared one. */
const CARDS: readonly SensitiveField[] = [
  { html: '<textarea data-field data-byhand-question="c1"></textarea>', secret: '4242 4242 4242 4242' },
  { html: '<textarea data-field data-byhand-question="c2"></textarea>', secret: '5555-5555-5555-4444' },
  { html: '<input data-field data-byhand-question="c3">', secret: '378282246310005' },
]

export const SENSITIVE_FIELDS: readonly SensitiveField[] = [
  ...TEMPLATES.map((html, i) => {
    const secret = `zq${String.fromCharCode(97 + (i % 26))}${i}vx-Geheim-${i * 7919}!`
    return { html: html.replace('SECRET', secret), secret }
  }),
  ...CARDS,
]

export const sensitivePage =
  (): string => `<!doctype html><title>Sensitive</title><form onsubmit="return false">
  ${SENSITIVE_FIELDS.map(({ html }, i) => `<div id="wrap${i}">${html}</div>`).join('\n')}
  <button id="send">Send</button></form>
  <script src="/byhand.js" data-site-key="k"></script>
  <script>
    for (const show of document.querySelectorAll('[data-show]'))
      show.onclick = () => { show.previousElementSibling.type = 'text' }
  </script>`
