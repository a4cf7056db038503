/** Where captcha widgets load their script, by vendor; `plain`: without a vendor in the path. */
export const CAPTCHA_SCRIPTS = {
  plain: '/captcha.js',
  recaptcha: '/recaptcha/api.js',
  enterprise: '/recaptcha/enterprise.js',
  turnstile: '/turnstile/v0/api.js',
  hcaptcha: '/hcaptcha/1/api.js',
} as const
