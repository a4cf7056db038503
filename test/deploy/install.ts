/** Installs the Debian packages that `npm run test:deploy` needs. */
import { fail, installPackages } from '../setup/debian_packages.ts'

if (process.getuid?.() !== 0)
  fail('containers with separate networks need root; run npm run test:deploy as root')

installPackages({
  podman: '/usr/bin/podman',
  runc: '/usr/sbin/runc',
  netavark: '/usr/lib/podman/netavark',
  'aardvark-dns': '/usr/lib/podman/aardvark-dns',
  iptables: '/usr/sbin/iptables',
  'podman-compose': '/usr/bin/podman-compose',
  // Only for `docker-compose config`, which checks a compose file against the schema.
  'docker-compose': '/usr/bin/docker-compose',
  debootstrap: '/usr/sbin/debootstrap',
  prometheus: '/usr/bin/promtool',
  systemd: '/usr/bin/systemd-analyze',
})
