/**
 * What an extension may add to the core. An extension is a folder under `extensions` with one capability that the core does
 * not need. Each program has one list of extensions: `extensions/service.ts`, `commands.ts` and `dashboard.ts`.
 */
import type { Command } from 'commander'
import type { ComponentType } from 'react'
import type { Terminal } from './cli/terminal.ts'
import type { AddedDocsPage } from './dashboard/docs.ts'
import type { PageIds } from './dashboard/router.ts'
import type { Integration } from './dashboard/settings/integrations.ts'
import type { OperationServices } from './server/boot/open_operations.ts'
import type { Operation } from './server/http/operation.ts'

export interface ServiceExtension {
  /** Operations of the API. */
  readonly operations: (services: OperationServices) => readonly Operation[]
}

export interface CommandExtension {
  /** Commands by name, which are loaded when they are called. */
  readonly commands?: Readonly<Record<string, (terminal: Terminal) => Promise<Command>>>
  /** Subcommands of `byhand surveys`. */
  readonly surveys?: (terminal: Terminal) => Promise<readonly Command[]>
}

export interface DashboardExtension {
  /** Pages by pattern, which are loaded when they are opened. A star stands for an ID. */
  readonly pages?: Readonly<Record<string, () => Promise<ComponentType<PageIds>>>>
  /** Titles of the pages `surveys/*` that are tabs of a survey, by the last segment of their pattern. */
  readonly surveyTabs?: Readonly<Record<string, string>>
  /** Pages of the documentation, for the search of the dashboard. */
  readonly docs?: readonly AddedDocsPage[]
  /** Ways to add Byhand to a survey platform. */
  readonly surveyPlatforms?: readonly Integration[]
}
