/** Packages of `test` that verify the response of a captcha, for the test of an extension, which has none of its own. */
export { RecaptchaV2, RecaptchaV3 } from 'express-recaptcha'
export { verifyHcaptchaToken } from 'verify-hcaptcha'
