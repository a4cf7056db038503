/** The text of the page in the dashboard. */
import { counted } from '../../src/dashboard/format/count.ts'

export const texts = {
  title: 'Linked sessions',
  lead: 'Sessions of different users that share a typing rhythm, a mouse path, typing statistics, a device or an IP address, among the newest sessions of the last 7 days. Nothing here changes a score. Survey sessions are compared only if an owner turns it on under Privacy.',
  none: 'No linked sessions',
  noneHint:
    'Sessions appear here when two users share a typing rhythm or a mouse path, at least six have the same typing statistics, three share a device, or five share an IP address.',
  scanned: (count: number) => `${counted(count, 'session')} compared.`,
  strips: 'The strips show the rhythm of a session: keys above the line, pointer movement below.',
  kinds: {
    rhythm: 'Same typing rhythm',
    mouse_path: 'Same mouse path',
    typing_statistics: 'Same typing statistics',
    device: 'Same device',
    address: 'Same IP address',
  },
  hints: {
    rhythm: 'Different people do not type with the same rhythm. This is likely a copied recording.',
    mouse_path:
      'Different people do not move the mouse along the same path. This is likely a copied recording.',
    typing_statistics:
      'The key times of different users, on different devices and IP addresses, have nearly the same averages and variation. This is likely one program. A person who happens to type the same way can be among them.',
    device:
      'One device, or several devices of the same model and setup. Families, schools and libraries share devices.',
    address: 'A household, a school, a company or a mobile network can share one IP address.',
  },
  summary: {
    rhythm: (visits: number, users: number) =>
      `One typing rhythm, ${counted(visits, 'visit')}, ${counted(users, 'account')}`,
    mouse_path: (visits: number, users: number) =>
      `One mouse path, ${counted(visits, 'visit')}, ${counted(users, 'account')}`,
    typing_statistics: (visits: number, users: number) =>
      `One program, ${counted(visits, 'visit')}, ${counted(users, 'account')}`,
    device: (visits: number, users: number) =>
      `One device, ${counted(visits, 'visit')}, ${counted(users, 'account')}`,
    address: (visits: number, users: number) =>
      `One IP address, ${counted(visits, 'visit')}, ${counted(users, 'account')}`,
  },
  overlaid: (count: number) => `The rhythms of ${count} visits over each other`,
  showAll: (count: number) => `Show all ${count}`,
  columns: ['Score', 'Who', 'Rhythm', 'Started'],
  noUser: 'No user ID',
}
