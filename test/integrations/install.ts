/** Installs the programs that `npm run test:integrations` needs, in addition to those of `npm test`. */
import '../setup/install.ts'
import { installPackages } from '../setup/debian_packages.ts'

installPackages({
  haproxy: '/usr/sbin/haproxy',
})
