// Starts servers with production settings in a temporary directory, and the processes of the bench.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { apiOf } from '../../support/rest-client.ts'
import type { Api } from '../../support/rest-client.ts'
import { builtConsole } from '../../support/console-server.ts'
import { startServers } from '../../servers/index.ts'
import { startChild } from '../children/child.ts'
import type { Child } from '../children/child.ts'
import type { Baseline } from '../baseline/baseline.ts'
import type { Cabinet } from '../load/cabinets.ts'
import type { Load } from '../load/load.ts'
import type { Product } from '../children/product.ts'

export type BenchServers = {
  natsUrl: string
  databaseUrl: string
  /** database of the baseline */
  baselineDatabaseUrl: string
  product: Child<Product>
  baseline: Child<Baseline>
  load: Child<Load>
  productUrl: string
  baselineUrl: string
  api: Api
  adminKey: string
  prepared: Prepared
  /** creates further tournaments like it */
  newTournaments(count: number): Promise<Prepared[]>
  /** creates cabinets without any games */
  newCabinets(count: number): Promise<Cabinet[]>
  newDatabase(name: string): Promise<string>
  stop(): Promise<void>
}
export type Prepared = { scene: number; tournament: number; match: number; team: number }
type Row = { id: number }

export async function setUp(flags: string[]): Promise<BenchServers> {
  const dir = mkdtempSync(join(tmpdir(), 'waggle-bench-'))
  const servers = await startServers({ dir })
  const { natsUrl, databaseUrl } = servers
  const newDatabase = (name: string) => createDatabase(databaseUrl, name)
  const [product, baseline, load] = [
    startChild<Product>('product.ts', flags),
    startChild<Baseline>('../baseline/baseline.ts', flags),
    startChild<Load>('../load/load.ts'),
  ]
  const adminKey = randomBytes(24).toString('base64url')
  const productUrl = await product.ask('open', {
    natsUrl,
    databaseUrl,
    adminKey,
    consoleDist: await builtConsole(),
  })
  const baselineDatabaseUrl = await newDatabase('baseline')
  const baselineUrl = await baseline.ask('open', { natsUrl, databaseUrl: baselineDatabaseUrl })
  const api = apiOf(productUrl, adminKey)
  const { id: scene } = await api.post<Row>('/api/game/scene/', {
    name: sceneName,
    displayName: 'Bench',
  })
  const prepared = await prepare(api, scene)
  let cabinetCount = 0
  const newCabinet = async (): Promise<Cabinet> => {
    const name = `cabinet-${++cabinetCount}`
    const { token } = await api.post<{ token: string }>('/api/game/cabinet/', {
      scene: prepared.scene,
      name,
      displayName: name,
    })
    return { sceneName, cabinetName: name, token }
  }
  return {
    natsUrl,
    databaseUrl,
    baselineDatabaseUrl,
    product,
    baseline,
    load,
    productUrl,
    baselineUrl,
    api,
    adminKey,
    prepared,
    newDatabase,
    async newTournaments(count) {
      const all: Prepared[] = []
      while (all.length < count) all.push(await prepare(api, scene))
      return all
    },
    newCabinets: (count) => Promise.all(Array.from({ length: count }, newCabinet)),
    async stop() {
      await Promise.all([product.end(), baseline.end(), load.end()])
      await servers.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

const sceneName = 'bench'

/** Creates a tournament of 16 teams with its bracket. */
async function prepare(api: Api, scene: number): Promise<Prepared> {
  const { id: tournament } = await api.post<Row>('/api/tournament/tournament/', {
    scene,
    name: 'Bench',
    date: '2026-01-01',
  })
  const teams: number[] = []
  for (let i = 1; i <= 16; i++) {
    teams.push((await api.post<Row>('/api/tournament/team/', { tournament, name: `Team ${i}` })).id)
  }
  const { id: bracket } = await api.post<Row>('/api/tournament/bracket/', {
    tournament,
    name: 'Main',
    stageType: 'double_elim',
    winsPerMatch: 2,
  })
  await api.put(`/api/tournament/bracket/${bracket}/set-teams/`, { teams })
  await api.put(`/api/tournament/bracket/${bracket}/create-matches/`, {})
  const { results } = await api.get<{ results: (Row & { blueTeam: number; goldTeam: number })[] }>(
    `/api/tournament/match/?tournamentId=${tournament}`,
  )
  const match = results.find((one) => one.blueTeam && one.goldTeam)!
  return { scene, tournament, match: match.id, team: match.blueTeam }
}

async function createDatabase(beside: string, name: string): Promise<string> {
  const url = new URL(beside)
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  url.pathname = `/${name}`
  return url.href
}
