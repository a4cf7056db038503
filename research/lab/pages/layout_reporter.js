/*
 * Reports the screen positions of elements to the lab, so that native input can be aimed without a debugger. Every
 * stack gets the same page, whether or not it uses the positions.
 */
;(() => {
  let offset
  let touched
  let isPending = false
  const look = () => {
    isPending = false
    const places = {}
    for (const element of document.querySelectorAll('[id], input[name][value]')) {
      const box = element.getBoundingClientRect()
      const { id, name, value } = element
      places[id ? `#${id}` : `input[name="${name}"][value="${value}"]`] = [
        box.x,
        box.y,
        box.width,
        box.height,
      ]
    }
    const seen = {
      path: location.pathname,
      offset,
      touched,
      places,
      scale: devicePixelRatio,
      view: [innerWidth, innerHeight],
      scrollY,
      focused: document.activeElement?.id ?? '',
      lengths: Object.fromEntries(
        [...document.querySelectorAll('textarea, input')].map((field) => [
          field.id,
          field.type === 'radio' ? Number(field.checked) : field.value.length,
        ]),
      ),
      hasFocus: document.hasFocus(),
      at: performance.now(),
    }
    navigator.sendBeacon('/layout', JSON.stringify(seen))
  }
  const soon = () => {
    if (isPending) return
    isPending = true
    setTimeout(look, 80)
  }
  addEventListener('mousemove', (event) => {
    // At other zoom levels, CSS pixels are not screen pixels.
    const x = event.screenX - event.clientX * devicePixelRatio
    const y = event.screenY - event.clientY * devicePixelRatio
    if (offset && Math.abs(offset[0] - x) < 2 && Math.abs(offset[1] - y) < 2) return
    offset = [x, y]
    soon()
  })
  addEventListener('pointerdown', ({ clientX, clientY }) => {
    touched = [clientX, clientY]
    soon()
  })
  for (const type of [
    'load',
    'pageshow',
    'scroll',
    'resize',
    'focusin',
    'focus',
    'blur',
    'input',
    'change',
  ]) {
    addEventListener(type, soon, { passive: true, capture: true })
  }
  soon()
})()
