/** A page can forbid reading the device (`device: 'off'`): then only its own input, pages and texts are recorded. */
export let isOn = true

export function turnOff(): void {
  isOn = false
}
