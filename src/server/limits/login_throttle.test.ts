import { describe, expect, it } from 'vitest'
import { LOGIN_TRIES, openLoginThrottle } from './login_throttle.ts'
import { countInMemory } from './try_counter.ts'

const MINUTE_MS = 60_000

function throttle() {
  let clock = 0
  return {
    ...openLoginThrottle(countInMemory(LOGIN_TRIES, () => clock)),
    wait: (ms: number) => {
      clock += ms
    },
  }
}

async function admitted(count: number, ask: (index: number) => Promise<boolean>): Promise<number> {
  let sum = 0
  for (let index = 0; index < count; index++) if (await ask(index)) sum++
  return sum
}

describe('the login throttle', () => {
  it('admits ten attempts per account and address in fifteen minutes', async () => {
    const { admit, wait } = throttle()
    const tries = () => admitted(30, () => admit('a@b.example', '192.0.2.1'))
    expect(await tries()).toBe(10)
    wait(15 * MINUTE_MS - 1)
    expect(await tries()).toBe(0)
    wait(1)
    expect(await tries()).toBe(10)
  })

  it('admits a hundred attempts per address for any accounts', async () => {
    const { admit } = throttle()
    expect(await admitted(150, (index) => admit(`${index}@b.example`, '192.0.2.1'))).toBe(100)
    expect(await admit('new@b.example', '192.0.2.2')).toBe(true)
  })

  it('resets the attempts after a successful login', async () => {
    const { admit, reset } = throttle()
    await admitted(9, () => admit('a@b.example', '192.0.2.1'))
    await reset('a@b.example', '192.0.2.1')
    expect(await admitted(30, () => admit('a@b.example', '192.0.2.1'))).toBe(10)
  })

  it('admits no attempt while the counter fails', async () => {
    const broken = openLoginThrottle({
      count: () => Promise.reject(new Error('no store')),
      tries: () => Promise.reject(new Error('no store')),
      forget: async () => {},
    })
    await expect(broken.admit('a@b.example', '192.0.2.1')).rejects.toThrow('no store')
  })
})
