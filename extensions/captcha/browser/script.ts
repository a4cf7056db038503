/**
 * A drop-in for the scripts of captcha vendors, as a file. The path of its URL selects the vendor; the query has the
 * vendor's own parameters.
 */
import { doc, win } from '../../../src/browser/natives.ts'
import { hcaptcha, hcaptchaClass } from './hcaptcha.ts'
import { recaptcha, recaptchaClass } from './recaptcha.ts'
import { ownUrl, record } from './recording.ts'
import { turnstile, turnstileClass } from './turnstile.ts'
import { call } from './widget.ts'

const globals = win as unknown as Record<string, unknown>
const { pathname, searchParams } = ownUrl

const isTurnstile = pathname.includes('turnstile')
const isHcaptcha = !isTurnstile && /hcaptcha|\/1\/api\.js$/.test(ownUrl.href)

const [render, className] = isTurnstile
  ? ([turnstile.render, turnstileClass] as const)
  : isHcaptcha
    ? ([hcaptcha.render, hcaptchaClass] as const)
    : ([recaptcha.render, recaptchaClass] as const)

if (isTurnstile) globals.turnstile = turnstile
if (isHcaptcha) globals.hcaptcha = hcaptcha
const isCompatible = searchParams.get('recaptchacompat') !== 'off' && searchParams.get('compat') !== 'off'
if (isHcaptcha ? isCompatible : !isTurnstile || searchParams.get('compat') === 'recaptcha') {
  globals.grecaptcha = isHcaptcha ? hcaptcha : isTurnstile ? turnstile : recaptcha
}

// A component that is unmounted removes the tag with its ID, and would load the vendor's script when it is mounted again.
const tag = doc.currentScript
if (tag?.id) tag.remove = () => {}

const wanted = searchParams.get('render') ?? 'onload'

/** An element that already contains something was rendered by the page. */
function begin(): void {
  if (wanted === 'onload') {
    for (const element of doc.querySelectorAll<HTMLElement>(`.${className}[data-sitekey]`)) {
      if (!element.querySelector('[name$=-response]')) render(element)
    }
  }
  call(searchParams.get('onload'))
}

// reCAPTCHA v3 has its site key in the URL.
if (wanted !== 'onload' && wanted !== 'explicit') record(wanted)
if (doc.readyState === 'loading') win.addEventListener('DOMContentLoaded', begin)
else begin()
