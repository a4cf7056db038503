/** Prints at the end of a run which tests passed only on a retry, and their number. */
import type { Reporter, TestCase } from 'vitest/node'

export class RetryReporter implements Reporter {
  readonly #retried: string[] = []

  onTestCaseResult(test: TestCase): void {
    const count = test.diagnostic()?.retryCount ?? 0
    if (count > 0) this.#retried.push(`${test.module.relativeModuleId}: ${test.fullName}`)
  }

  onTestRunEnd(): void {
    console.log(`Retries used: ${this.#retried.length}`)
    for (const name of this.#retried) console.log(`  ${name}`)
  }
}
