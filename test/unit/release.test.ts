// The workflow of a release, read: what it publishes has one version, and says what it is made of.
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

type Step = {
  id?: string
  uses?: string
  run?: string
  name?: string
  with?: Record<string, unknown>
}
type Job = { needs?: string; steps: Step[]; permissions?: Record<string, string> }
type Workflow = {
  on: { push: { tags?: string[] } }
  permissions: Record<string, string>
  jobs: { check: Job; release: Job }
}
const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const workflow = parse(read('.github/workflows/release.yml')) as Workflow
const { check, release } = workflow.jobs
const stepOf = ({ steps }: Job, wanted: string) =>
  steps.find(({ uses = '', run = '', name = '' }) => `${uses}\n${run}\n${name}`.includes(wanted))
const { version } = JSON.parse(read('package.json')) as { version: string }

test('a tag of a version publishes, after every test of it has passed, and nothing else does', () => {
  expect(workflow.on).toEqual({ push: { tags: ['v[0-9]+.[0-9]+.[0-9]+'] } })
  expect(stepOf(check, '.ci/run')).toBeDefined()
  expect(release.needs).toBe('check')
  expect(workflow.permissions).toEqual({ contents: 'read' })
  expect(release.permissions).toEqual({ contents: 'write', packages: 'write' })
  const actions = [...check.steps, ...release.steps].flatMap(({ uses }) => uses ?? [])
  expect(actions.filter((uses) => !/^(actions|docker)\/[\w-]+@v\d+$/.test(uses))).toEqual([])
})

test('a tag that is not the version of the code is refused', () => {
  const step = stepOf(check, 'GITHUB_REF_NAME')?.run ?? 'missing'
  const statusOf = (tag: string) =>
    spawnSync('bash', ['-ec', step], { cwd: root, env: { ...process.env, GITHUB_REF_NAME: tag } })
      .status
  expect([statusOf(`v${version}`), statusOf(version), statusOf('v999.0.0')]).toEqual([0, 1, 1])
})

test('the version is one: package, lock file, changelog', () => {
  const lock = JSON.parse(read('package-lock.json')) as {
    version: string
    packages: Record<string, { version: string }>
  }
  expect([lock.version, lock.packages['']?.version]).toEqual([version, version])
  const sections = [...read('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, title = '']) => title)
  expect(sections[0]).toBe('Unreleased')
  expect(sections[1]).toMatch(
    new RegExp(`^${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d\\d-\\d\\d\\)$`),
  )
})

test('the image has the version, for both kinds of machines, and says how it was built and of what', () => {
  const image = stepOf(release, 'docker/build-push-action')?.with
  expect(image).toMatchObject({
    platforms: 'linux/amd64,linux/arm64',
    provenance: 'mode=max',
    sbom: true,
    push: true,
    tags: '${{ steps.names.outputs.tags }}',
  })
  const names = release.steps.find(({ id }) => id === 'names')?.with
  expect(names?.['tags']).toContain('type=semver,pattern={{version}}')
  expect(
    release.steps.some(({ run = '' }) => run.includes('waggle.cdx.json waggle.spdx.json')),
  ).toBe(true)
})

test('the list of packages has all that services run on and are made with', async () => {
  const [line = ''] = stepOf(release, 'npm sbom')?.run?.split('\n') ?? []
  const command = line.slice(0, line.indexOf(' > '))
  const { stdout } = await promisify(execFile)('bash', ['-ec', command], {
    cwd: root,
    maxBuffer: 1e8,
  })
  const { components } = JSON.parse(stdout) as { components: { name: string; version: string }[] }
  const listed = new Set(components.map((one) => `${one.name}@${one.version}`))
  const own = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
  const wanted = Object.entries({ ...own['dependencies'], ...own['devDependencies'] })
  expect(wanted.filter((one) => !listed.has(one.join('@')))).toEqual([])
})
