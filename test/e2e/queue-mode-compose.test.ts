/** docs/queue-mode/docker-compose.yml as far as it can be tried without containers. */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { N8nEditorApi } from '../../playground/editor-api.ts';
import { startN8n } from '../../playground/n8n.ts';
import { npmEnvironment } from '../../playground/npm.ts';
import { reservePort } from '../../playground/ports.ts';
import { webhookProcessPaths } from '../../playground/queue-proxy.ts';
import { NODE_TYPES } from '../../scripts/start/n8n.ts';
import { paths, prepare, prepareTimeoutMs, temporaryFolder } from './support/playground.ts';
import { OWNER } from './support/real-n8n.ts';

interface Service {
	image: string;
	build?: { dockerfile_inline: string };
	command?: string | string[];
	environment?: Record<string, string | number>;
	depends_on?: Record<string, { condition: string }>;
	healthcheck?: { test: string[] };
	configs?: Array<{ source: string }>;
	volumes?: string[];
}

interface ComposeFile {
	services: Record<string, Service>;
	configs: Record<string, { content: string }>;
	volumes: Record<string, unknown>;
}

let tarball: string;
let text: string;
let compose: ComposeFile;

beforeAll(async () => {
	tarball = await prepare();
	// n8n's own.
	const { parse } = createRequire(join(paths.playground, 'package.json'))('yaml') as {
		parse: (yaml: string, options: object) => unknown;
	};
	text = await readFile(join(paths.projectRoot, 'docs', 'queue-mode', 'docker-compose.yml'), 'utf8');
	compose = parse(text, { merge: true }) as ComposeFile;
}, prepareTimeoutMs);

interface PackageFile {
	version: string;
	dependencies: Record<string, string>;
}

const packageFileIn = async (folder: string): Promise<PackageFile> =>
	JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as PackageFile;

const n8nProcesses = () => Object.entries(compose.services).filter(([, { build }]) => build);

test('has a main process, two workers and two webhook processes, alike but for their command', () => {
	expect(n8nProcesses().map(([name, { command }]) => [name, command])).toEqual([
		['main', undefined],
		['worker-1', 'worker'],
		['worker-2', 'worker'],
		['webhook-1', 'webhook'],
		['webhook-2', 'webhook'],
	]);
	for (const [, { build, environment, image }] of n8nProcesses()) {
		expect({ build, environment, image }).toEqual({
			build: compose.services.main?.build,
			environment: compose.services.main?.environment,
			image: compose.services.main?.image,
		});
	}
});

test('waits for services that say when they are healthy, and names every volume and file', () => {
	for (const { depends_on: needs = {}, volumes = [], configs = [] } of Object.values(compose.services)) {
		for (const [name, { condition }] of Object.entries(needs)) {
			expect(condition).toBe('service_healthy');
			expect(compose.services[name]?.healthcheck?.test[0]).toBe('CMD');
		}
		for (const volume of volumes) expect(compose.volumes).toHaveProperty(volume.split(':')[0] ?? '');
		for (const { source } of configs) expect(compose.configs).toHaveProperty(source);
	}
});

test('asks for every secret and gives none', () => {
	const values = Object.values(compose.services).flatMap(({ environment = {} }) =>
		Object.entries(environment),
	);
	const secrets = values.filter(([name]) => /PASSWORD|KEY|AUTH/.test(name));
	expect(secrets.length).toBeGreaterThan(4);
	for (const [, value] of secrets) expect(value).toMatch(/^\$\{\w+(:\?put it into \.env)?\}$/);
	for (const [, name] of text.matchAll(/\$\{(\w+)/g)) expect(text).toMatch(new RegExp(`^#   ${name} `, 'm'));
});

test('sets only what this n8n reads', async () => {
	const known = new Set<string>();
	for (const folder of ['n8n/dist', 'n8n-core/dist', '@n8n/config/dist']) {
		const root = join(paths.playground, 'node_modules', folder);
		for (const file of await readdir(root, { recursive: true })) {
			if (!file.endsWith('.js')) continue;
			const code = await readFile(join(root, file), 'utf8');
			for (const [, name] of code.matchAll(/(?:\bEnv\)\('|process\.env\.)(\w+)/g)) known.add(name ?? '');
		}
	}
	const set = Object.keys(compose.services.main?.environment ?? {});
	expect(set).toContain('EXECUTIONS_MODE');
	expect(set.filter((name) => !known.has(name))).toEqual([]);
}, 60_000);

test('sends to webhook processes what the proxy of npm run start:queue sends there', () => {
	const [, those] = /@webhooks path (.+)/.exec(compose.configs.caddyfile?.content ?? '') ?? [];
	expect(those?.split(' ')).toEqual(webhookProcessPaths.map((path) => `/${path}/*`));
});

/** It installs the nodes and starts an n8n with all its nodes; the weekly run does. */
const inFullRuns = process.env.TEST_FULL ? test : test.skip;

inFullRuns(
	'builds an image of the versions that are tested here, with nodes that n8n loads',
	async () => {
		const [from, run] = (compose.services.main?.build?.dockerfile_inline ?? '').trim().split('\n');
		const n8nVersion = (await packageFileIn(paths.playground)).dependencies.n8n;
		const ourVersion = (await packageFileIn(paths.projectRoot)).version;
		expect(from).toBe(`FROM docker.n8n.io/n8nio/n8n:${n8nVersion}`);
		expect(run).toContain(` n8n-nodes-voice-agent@${ourVersion} `);

		const home = await temporaryFolder();
		try {
			const command = (run ?? '')
				.replace(/^RUN /, '')
				.replace(`n8n-nodes-voice-agent@${ourVersion}`, tarball)
				.replaceAll('/home/node', home.path);
			await promisify(execFile)('sh', ['-c', command], { env: npmEnvironment(paths) });
			const n8n = await startN8n(paths, {
				userFolder: home.path,
				port: await reservePort(),
				logFile: join(home.path, 'n8n.log'),
			});
			try {
				const client = new N8nEditorApi(n8n.url);
				await client.signIn(OWNER);
				expect(await client.knowsNodeTypes(NODE_TYPES)).toBe(true);
			} finally {
				await n8n.stop();
			}
		} finally {
			await home.remove();
		}
	},
	300_000,
);
