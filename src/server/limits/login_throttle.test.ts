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

  it('admits 400 attempts per network for any addresses and accounts, and then members from elsewhere', async () => {
    const { admit } = throttle()
    const tries = (network: (index: number) => string) =>
      admitted(600, (index) => admit(`${index}@b.example`, network(index)))
    expect(await tries((index) => `2001:db8:7:${index.toString(16)}`)).toBe(400)
    expect(await tries((index) => `192.0.2.${index % 200}`)).toBe(400)
    // Control: 600 attempts from many networks.
    expect(await tries((index) => `10.${index}.0.1`)).toBe(600)
    expect(await admit('ada@b.example', '198.51.100.1')).toBe(true)
    expect(await admit('ada@b.example', '2001:db8:8:1')).toBe(true)
  })

  it('does not count an attempt above one limit for another', async () => {
    const { admit } = throttle()
    expect(await admitted(200, () => admit('a@b.example', '192.0.2.1'))).toBe(10)
    expect(await admitted(100, (index) => admit(`${index}@b.example`, '192.0.2.1'))).toBe(90)
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
