/**
 * What an extension may add to the core. An extension is a folder under `extensions` with one capability that the core does
 * not need. Each program has one list of extensions: `extensions/service.ts`, `commands.ts`, `dashboard.ts`,
 * `scripts.ts` and `settings.ts`.
 */
import type { Command } from 'commander'
import type { FastifyInstance } from 'fastify'
import type { ComponentType } from 'react'
import type { SettingOption } from './cli/setting_option.ts'
import type { Terminal } from './cli/terminal.ts'
import type { AddedDocsPage } from './dashboard/docs.ts'
import type { MenuEntry } from './dashboard/page_icons.ts'
import type { Together } from './dashboard/review/together.ts'
import type { PageIds } from './dashboard/router.ts'
import type { Integrations } from './dashboard/settings/integrations.ts'
import type { OperationServices } from './server/boot/open_operations.ts'
import type { Operation } from './server/http/operation.ts'
import type { AgentVerifier } from './server/http/signed_message.ts'
import type { VerifierServices } from './server/services.ts'
import type { EventSource, EventSourceOptions } from './server/webhooks/event_source.ts'

/** A group of routes. Groups share one Fastify instance; hooks and parsers of one group belong in `app.register`. */
export type Routes = (app: FastifyInstance, services: OperationServices) => Promise<void>

export interface ServiceExtension {
  /** Operations of the API. */
  readonly operations?: (services: OperationServices) => readonly Operation[]
  /** Verifies the signatures that requests carry. Without it, every request counts as unsigned. */
  readonly agentVerifier?: (services: VerifierServices) => AgentVerifier
  /** Events for webhooks. */
  readonly webhookEvents?: (options: EventSourceOptions) => EventSource
  /** Other routes. */
  readonly routes?: Routes
}

/** Scripts for the pages of users, by the file name in `dist/browser`. */
export type ScriptExtension = Readonly<Record<string, Script>>

export interface Script {
  /** Its source, relative to the root of the repository. */
  readonly entry: string
  readonly format: 'iife' | 'es'
}

export interface CommandExtension {
  /** Commands by name, which are loaded when they are called. */
  readonly commands?: Readonly<Record<string, (terminal: Terminal) => Promise<Command>>>
  /** Subcommands of `byhand surveys`. */
  readonly surveys?: (terminal: Terminal) => Promise<readonly Command[]>
  /** Options of `byhand settings set`. */
  readonly settings?: () => Promise<readonly SettingOption[]>
}

export interface DashboardExtension {
  /** Pages by pattern, which are loaded when they are opened. A star stands for an ID. */
  readonly pages?: Readonly<Record<string, () => Promise<ComponentType<PageIds>>>>
  /** Entries of the menu, among the pages of visits. */
  readonly visits?: readonly MenuEntry[]
  /** A hook of React, for the review of sessions: the groups of sessions that one decision can cover with this one. */
  readonly useTogether?: () => (sessionId: string) => readonly Together[]
  /** Titles of the pages `surveys/*` that are tabs of a survey, by the last segment of their pattern. */
  readonly surveyTabs?: Readonly<Record<string, string>>
  /** Cards of the page of risk settings, with their page of the documentation. */
  readonly settings?: readonly { readonly Card: ComponentType; readonly docs: AddedDocsPage }[]
  /** Pages of the documentation, for the search of the dashboard. */
  readonly docs?: readonly AddedDocsPage[]
  /** Ways to add Byhand to a site, by group. */
  readonly integrations?: Partial<Integrations>
}
