import { BlockList, isIP } from 'node:net'

/** Whether an address is public; in doubt it is not (R-OG-2). */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !notPublic.check(address, 'ipv4')
  // A zone identifies a network interface of this machine.
  if (family !== 6 || address.includes('%')) return false
  if (embedding.check(address, 'ipv6')) return isPublic(embeddedIpv4(address))
  return globalUnicast.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}

const notPublic = listOf('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // includes 169.254.169.254, the metadata service of clouds
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // the metadata service of one cloud, although the address looks public
  '168.63.129.16/32',
])

/** Global unicast; excludes loopback, ULA, link-local, multicast and mapped addresses. */
const globalUnicast = listOf('ipv6', ['2000::/3'])
const reserved = listOf('ipv6', ['2001::/23', '2001:db8::/32', '3fff::/20'])

/** NAT64 and 6to4 embed an IPv4 address, which is checked instead. */
const embedding = listOf('ipv6', ['64:ff9b::/96', '2002::/16'])

function listOf(family: 'ipv4' | 'ipv6', subnets: string[]): BlockList {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [net = '', bits] = subnet.split('/')
    list.addSubnet(net, Number(bits), family)
  }
  return list
}

function embeddedIpv4(address: string): string {
  const groups = groupsOf(address)
  const pair = groups[0] === 0x2002 ? groups.slice(1, 3) : groups.slice(6, 8)
  return pair.flatMap((group) => [group >> 8, group & 0xff]).join('.')
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = plain.split('::')
  const parts = (text: string) => (text ? text.split(':').map((part) => parseInt(part, 16)) : [])
  if (tail === undefined) return parts(head)
  const [first, last] = [parts(head), parts(tail)]
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
}
