/** Whether pages of a workspace may forbid the browser script to read the device. */
export const DEVICE_DATA = ['required', 'optional'] as const
export type DeviceData = (typeof DEVICE_DATA)[number]

/** The choice in the settings of a workspace. */
export const deviceDataOf = ({ device_data }: Readonly<Record<string, unknown>>): DeviceData =>
  device_data === 'optional' ? 'optional' : 'required'
