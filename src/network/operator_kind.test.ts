import { describe, expect, it } from 'vitest'
import { kindOf, NO_LISTS } from './operator_kind.ts'

/** By name only: the AS number is on no list. */
const kind = (name: string | null) => kindOf({ asn: 64496, name })

describe('kindOf', () => {
  it.each([
    'Hetzner Online GmbH',
    'Amazon.com, Inc.',
    'Your Hosting B.V.',
    'DFW Datacenter',
    'Micron21 Datacentre Pty Ltd',
    'Colocation America Corporation',
    'AdminVPS LLC',
    'UnReal Servers, LLC',
    'Kaopu Cloud HK Limited',
    'CHINANET Jiangx province IDC network',
  ])('classifies %s as hosting', (name) => {
    expect(kind(name)).toBe('hosting')
  })

  it.each(['M247 Europe SRL', 'Datacamp Limited', 'PacketHub S.A.', 'Proton AG'])(
    'classifies %s as VPN',
    (name) => {
      expect(kind(name)).toBe('vpn')
    },
  )

  it.each(['ZSCALER, INC.', 'Netskope Inc', 'IBOSS Inc.', 'Opera Software AS'])(
    'classifies %s as a gateway',
    (name) => {
      expect(kind(name)).toBe('gateway')
    },
  )

  it.each([
    'Comcast Cable Communications, LLC',
    'Deutsche Telekom AG',
    'Google Fiber Inc.',
    '1&1 Versatel GmbH',
    'AFRIHOST SP (PTY) LTD',
    'FIBERHOST S.A.',
    'The Cloud Networks Limited',
    'Skycloud Broadband Pvt Ltd',
    'Host Hotels and Resorts, L.P.',
    'COLOMBIA TELECOMUNICACIONES S.A. ESP',
    'University of Lagos',
    'Amazonas Internet',
    'Observer Media',
    'Protocolo Internet',
    'Piccolo Studio',
    '',
    null,
  ])('classifies %j as access', (name) => {
    expect(kind(name)).toBe('access')
  })

  it('classifies by AS number if the name does not tell', () => {
    const operator = { asn: 25820, name: 'IT7 Networks Inc' }
    expect(kindOf(operator)).toBe('hosting')
    expect(kindOf(operator, NO_LISTS)).toBe('access')
  })

  it('classifies listed access networks as access, whatever the name', () => {
    expect(kindOf({ asn: 35540, name: 'OVH SAS' })).toBe('access')
    expect(kindOf({ asn: 16276, name: 'OVH SAS' })).toBe('hosting')
  })
})
