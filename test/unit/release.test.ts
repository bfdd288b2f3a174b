// Checks the release workflow: what it publishes has one version and a list of its packages.
import { execFile, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { previousBackup, previousRelease } from '#scripts/upgrade/previous-release.ts'

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
const stepOf = ({ steps }: Job, text: string) =>
  steps.find(({ uses = '', run = '', name = '' }) => `${uses}\n${run}\n${name}`.includes(text))
const { version } = JSON.parse(read('package.json')) as { version: string }

/**
 * The folder in which the steps of the release are run, with a fake `gh` that records its
 * arguments.
 */
const folder = mkdtempSync(join(tmpdir(), 'waggle-release-'))
beforeAll(async () => {
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(join(root, file), join(folder, file))
  writeFileSync(join(folder, 'gh'), '#!/bin/sh\nprintf "%s\\n" "$@" > gh.txt\n', { mode: 0o755 })
  const env = {
    ...process.env,
    PATH: `${folder}${delimiter}${process.env['PATH']}`,
    GITHUB_REF_NAME: `v${version}`,
    GITHUB_REPOSITORY: 'Someone/Waggle',
    DIGEST: 'sha256:0123',
  }
  for (const { run } of release.steps) {
    if (run)
      await promisify(execFile)('bash', ['-e', '-o', 'pipefail', '-c', run], { cwd: folder, env })
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('only a version tag publishes, after all tests have passed', () => {
  expect(workflow.on).toEqual({ push: { tags: ['v[0-9]+.[0-9]+.[0-9]+'] } })
  expect(stepOf(check, '.ci/run')).toBeDefined()
  expect(release.needs).toBe('check')
  expect(workflow.permissions).toEqual({ contents: 'read' })
  expect(release.permissions).toEqual({ contents: 'write', packages: 'write' })
  const actions = [...check.steps, ...release.steps].flatMap(({ uses }) => uses ?? [])
  expect(actions.filter((uses) => !/^(actions|docker)\/[\w-]+@[0-9a-f]{40}$/.test(uses))).toEqual(
    [],
  )
})

test('a tag that is not the version of the code is refused', () => {
  const step = stepOf(check, 'GITHUB_REF_NAME')?.run ?? 'missing'
  const statusOf = (tag: string) =>
    spawnSync('bash', ['-ec', step], { cwd: root, env: { ...process.env, GITHUB_REF_NAME: tag } })
      .status
  expect([statusOf(`v${version}`), statusOf(version), statusOf('v999.0.0')]).toEqual([0, 1, 1])
})

test('a version that was released before is refused', () => {
  const step = stepOf(check, 'The version is not released yet')?.run ?? 'missing'
  const answerTo = (tag: string) => {
    const env = { ...process.env, GITHUB_REF_NAME: tag }
    return spawnSync('bash', ['-ec', step], { cwd: root, env, encoding: 'utf8' })
  }
  const again = answerTo(`v${previousRelease.version}`)
  expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('released already')])
  expect(answerTo('v999.0.0').status).toBe(0)
})

test('the image tells the commit that it was built from', () => {
  const image = stepOf(release, 'docker/build-push-action')?.with
  expect(image?.['build-args']).toBe('WAGGLE_COMMIT=${{ github.sha }}')
  expect(read('Dockerfile')).toContain('ENV WAGGLE_COMMIT=$WAGGLE_COMMIT')
})

test('package, lock file and changelog have the same version', () => {
  const lock = JSON.parse(read('package-lock.json')) as {
    version: string
    packages: Record<string, { version: string }>
  }
  expect([lock.version, lock.packages['']?.version]).toEqual([version, version])
  const sections = [...read('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, title = '']) => title)
  expect(sections[0]).toMatch(
    new RegExp(`^${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d\\d-\\d\\d\\)$`),
  )
})

test('the previous release, which upgrades are tested from, is the last one dated in the changelog', () => {
  // Its own tag is not there before it has been tried.
  const dated = [...read('CHANGELOG.md').matchAll(/^## (\d\S+) \(/gm)].map(([, one]) => one)
  const before = dated.find((one) => one !== version) ?? version
  expect([before, version]).toContain(previousRelease.version)
  expect(existsSync(join(previousBackup, 'manifest.json'))).toBe(true)
})

test('the image is tagged with the version, built for both architectures, and has a provenance and an SBOM', () => {
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

test('the steps of the release run in sequence, and publish the files that they created', () => {
  const called = readFileSync(join(folder, 'gh.txt'), 'utf8').trim().split('\n')
  const image = 'ghcr.io/someone/waggle@sha256:0123'
  const files = ['waggle.cdx.json', 'waggle.spdx.json', 'image.txt']
  const notes = ['--title', `v${version}`, '--notes', `Image: ${image}`]
  expect(called).toEqual(['release', 'create', `v${version}`, '--verify-tag', ...notes, ...files])
  expect(readFileSync(join(folder, 'image.txt'), 'utf8')).toBe(`${image}\n`)
})

test.each(['waggle.cdx.json', 'waggle.spdx.json'])(
  '%s: the SBOM lists every package that services run on or are built with',
  (file) => {
    const { components, packages } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Sbom
    const ofSpdx = packages?.map(({ name, versionInfo }) => ({ name, version: versionInfo }))
    const all = components ?? ofSpdx ?? []
    const listed = new Set(all.map((one) => `${one.name}@${one.version}`))
    const own = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
    const expected = Object.entries({ ...own['dependencies'], ...own['devDependencies'] })
    expect(expected.filter((one) => !listed.has(one.join('@')))).toEqual([])
  },
)
type Sbom = {
  components?: { name: string; version: string }[]
  packages?: { name: string; versionInfo: string }[]
}

test.each(globSync('.github/workflows/*.yml', { cwd: root }))(
  '%s: every file and step that it names exists, and every script has valid syntax',
  (path) => {
    const { jobs } = parse(read(path)) as Workflow
    for (const { needs = 'check', steps } of Object.values(jobs)) {
      expect(Object.keys(jobs)).toContain(needs)
      const scripts = steps.flatMap(({ run }) => run ?? [])
      expect(scripts.filter((run) => spawnSync('bash', ['-nc', run]).status !== 0)).toEqual([])
      const files = [
        ...scripts.flatMap((run) => run.match(/^\.\S+/gm) ?? []),
        ...steps.flatMap((step) => (step.with?.['node-version-file'] as string) ?? []),
      ]
      expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
      const used = JSON.stringify(steps).matchAll(/steps\.(\w+)\.outputs/g)
      const ids = steps.map(({ id }) => id)
      expect([...used].filter(([, id]) => !ids.includes(id))).toEqual([])
    }
  },
)

test('the packages, the image and .nvmrc have the same version of Node', () => {
  const node = read('.nvmrc').trim().replace(/^v/, '')
  const { optionalDependencies } = JSON.parse(read('package.json')) as {
    optionalDependencies: Record<string, string>
  }
  const majors = Object.values(optionalDependencies).map((version) => version.split('.')[0])
  expect(majors).toEqual([node, node])
  const images = [...read('Dockerfile').matchAll(/^FROM node:([\d.]+)/gm)].map(([, one]) => one)
  expect(new Set(images)).toEqual(new Set([node]))
})

test('S11: actions of other projects are pinned to a commit, because a tag can be moved', () => {
  const files = globSync('.github/workflows/*.yml', { cwd: root })
  const used = files.flatMap((file) => [
    ...readFileSync(join(root, file), 'utf8').matchAll(/uses: (.+)/g),
  ])
  expect(used.length).toBeGreaterThan(5)
  const loose = used.flatMap(([, action = '']) =>
    /^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action) ? [] : [action],
  )
  expect(loose).toEqual([])
})
