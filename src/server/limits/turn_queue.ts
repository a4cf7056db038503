/**
 * Tasks that wait, by workspace and then by key. Workspaces take turns, and so do the keys of one workspace, so that
 * many tasks of one key delay another key by one task and not by all of them.
 */

export interface Lane {
  readonly workspace: string
  readonly key: string
}

export interface TurnQueue<Task extends Lane> {
  readonly size: number
  push(task: Task): void
  /** The next task in turn that `isReady` accepts. Tasks of one key keep their order among those that it accepts. */
  take(isReady: (task: Task) => boolean): Task | undefined
  remove(task: Task): boolean
  /** The newest task of the key with the most, if that key has at least two more than the key of `lane`. */
  dropFor(lane: Lane): Task | undefined
}

export function openTurnQueue<Task extends Lane>(): TurnQueue<Task> {
  /** In the order of their turns. */
  const workspaces = new Map<string, Map<string, Task[]>>()
  let size = 0

  const tasksOf = ({ workspace, key }: Lane) => workspaces.get(workspace)?.get(key) ?? []

  function removeAt(task: Task, at: number): Task {
    const keys = workspaces.get(task.workspace)
    const tasks = keys?.get(task.key)
    tasks?.splice(at, 1)
    if (tasks?.length === 0) keys?.delete(task.key)
    if (keys?.size === 0) workspaces.delete(task.workspace)
    size--
    return task
  }

  return {
    get size() {
      return size
    },
    push(task) {
      const keys = workspaces.get(task.workspace) ?? new Map<string, Task[]>()
      workspaces.set(task.workspace, keys)
      keys.set(task.key, [...(keys.get(task.key) ?? []), task])
      size++
    },
    take(isReady) {
      for (const [workspace, keys] of workspaces) {
        for (const [key, tasks] of keys) {
          const at = tasks.findIndex(isReady)
          const task = tasks[at]
          if (task === undefined) continue
          // Both go to the end of their turns; without further tasks they are removed.
          workspaces.delete(workspace)
          workspaces.set(workspace, keys)
          keys.delete(key)
          keys.set(key, tasks)
          return removeAt(task, at)
        }
      }
      return undefined
    },
    remove(task) {
      const at = tasksOf(task).indexOf(task)
      if (at === -1) return false
      removeAt(task, at)
      return true
    },
    dropFor(lane) {
      const all = [...workspaces.values()].flatMap((keys) => [...keys.values()])
      const longest = all.reduce<Task[]>((a, b) => (b.length > a.length ? b : a), [])
      const task = longest.at(-1)
      if (task === undefined || longest.length < tasksOf(lane).length + 2) return undefined
      return removeAt(task, longest.length - 1)
    },
  }
}
