/** What `byhand settings` needs to know about a setting of an extension. */
import type { Option } from 'commander'

export interface SettingOption {
  readonly name: string
  readonly option: Option
  readonly title: string
  // biome-ignore lint/suspicious/noExplicitAny: of the setting
  text(value: any): string
}
