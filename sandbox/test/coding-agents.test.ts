/** The pages for coding agents: what they show is what the sandbox takes. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '../../test/support/sandbox-command.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';

const FOLDER = join(__dirname, '..');
const readPage = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const skill = readPage('SKILL.md');
/** The first block of code in a language. */
const readBlock = (language: string) => skill.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? '';

let sandbox: SandboxAccount;
beforeAll(async () => {
	sandbox = await sandboxAsNew();
});

describe('SKILL.md', () => {
	it('has the name and the description by which agents choose it', () => {
		expect(skill).toMatch(/^---\nname: voice-agent-sandbox\ndescription: .{100,1024}\n---\n/);
	});

	it('shows commands that the sandbox has, with options that they take', async () => {
		const commands = [...readBlock('sh').matchAll(/^npx voice-agent-sandbox (.+?)(?: {2,}#.*)?$/gm)];
		expect(commands).toHaveLength(5);
		for (const [, command = ''] of commands) {
			const words = command.match(/"[^"]*"|\S+/g)!.map((word) => word.replaceAll('"', ''));
			const options = words.filter((word) => word.startsWith('--'));
			const named = words.slice(
				0,
				words.findIndex((word) => word.startsWith('--')),
			);
			const help = await ask(sandbox, ...named.filter((word) => !word.includes('.')), '--help');
			for (const option of options) expect(help).toContain(option);
		}
	});

	it('shows endpoints and control calls that the sandbox has', async () => {
		const document = (await (await fetch(`${sandbox.url}/openapi.json`)).json()) as {
			paths: Record<string, object>;
		};
		const named = [...readBlock('ts').matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path);
		expect(named.length).toBeGreaterThan(1);
		for (const path of named) expect(Object.keys(document.paths)).toContain(path);
		const known = Object.entries(document.paths).flatMap(([path, operations]) =>
			Object.keys(operations).map(
				(method) => `${method.toUpperCase()} ${path.replace('/sandbox/v1', '').replace(/\{\w+\}/g, '*')}`,
			),
		);
		const rows = skill.split('\n').filter((line) => /^\| `(GET|POST|PATCH) /.test(line));
		expect(rows.length).toBeGreaterThan(5);
		for (const row of rows) {
			let method = '';
			for (const [, verb, path = ''] of row.matchAll(/`(?:(GET|POST|PATCH) )?(\/[^`]+)`/g)) {
				method = verb ?? method;
				expect(known).toContain(`${method} ${path.replace(/\/(ID|NAME)\b/, '/*')}`);
			}
		}
	});

	it('shows a scenario that can be played, and whose expectations nothing meets without a workflow', async () => {
		const scenario = JSON.parse(readBlock('json').replace('"10s"', '"0s"')) as never;
		const { expectations, steps } = await sandbox.playScenario(scenario);
		expect(steps.map(({ status }) => status)).toEqual(['done', 'done', 'failed', 'done']);
		expect(expectations).toEqual({ met: 1, total: 2 });
	});
});

describe('llms.txt', () => {
	it('names files that are in the package', () => {
		const links = [...readPage('llms.txt').matchAll(/\]\(([^)]+)\)/g)].map(([, file = '']) => file);
		expect(links).toContain('SKILL.md');
		for (const link of links)
			expect({ link, exists: existsSync(join(FOLDER, link)) }).toEqual({ link, exists: true });
		const { files } = JSON.parse(readPage('package.json')) as { files: string[] };
		for (const link of links.filter((one) => one !== 'README.md'))
			expect(files).toContain(link.split('/')[0]);
	});
});
