import { folderWith, removeFolders, runScript } from './support.ts';

afterAll(removeFolders);

const README = `# Title

[good](docs/a.md#part-one) [bad anchor](docs/a.md#part-two) [bad file](docs/b.md) [web](https://example.com/nowhere)
![no picture](docs/a.png) \`nodes/<name>/good.ts\` \`nodes/lost.ts\` \`data.id\`

\`\`\`bash
npm run gone        # a comment
cd somewhere && npm run bench -- everything
npm run sandbox -- --help
\`\`\`
`;

const files = {
	'README.md': README,
	'docs/a.md': '# A\n\n## Part one\n',
	'nodes/x/good.ts': '',
	'package.json': JSON.stringify({ scripts: { bench: 'true', sandbox: 'true' } }),
};

describe('check-docs', () => {
	it('names what leads nowhere and what no test runs, and nothing else', () => {
		const { code, output } = runScript('check-docs.ts', folderWith(files));

		expect(code).toBe(1);
		expect(output.trim().split('\n')).toEqual([
			'The documents are wrong in 6 places:',
			expect.stringMatching(/README\.md:3 .*docs\/a\.md has no heading #part-two/),
			expect.stringMatching(/README\.md:3 .*docs\/b\.md, which is not there/),
			expect.stringMatching(/README\.md:4 .*docs\/a\.png, which is not there/),
			expect.stringMatching(/README\.md:4 `nodes\/lost\.ts`: no file/),
			expect.stringMatching(/README\.md:7 npm run gone: package\.json has no script gone/),
			expect.stringMatching(/README\.md:8 npm run bench -- everything: no test is known to run it/),
		]);
	});

	it('runs what is quick, and says what it said when it fails', () => {
		const { code, output } = runScript(
			'check-docs.ts',
			folderWith({
				'README.md': '```bash\nnpm run sandbox -- --help\n```\n',
				'package.json': JSON.stringify({ scripts: { sandbox: 'echo out of order; exit 3; #' } }),
			}),
		);

		expect(code).toBe(1);
		expect(output).toMatch(/npm run sandbox -- --help: ends with 3/);
		expect(output).toContain('out of order');
	});

	it('follows what the editor links to on the homepage', () => {
		const { code, output } = runScript(
			'check-docs.ts',
			folderWith({
				'README.md': '# Title\n\n## Set up\n',
				'nodes/x/X.node.json': '{\n"a": "https://x.example/#set-up",\n"b": "https://x.example/#gone"\n}',
				'package.json': JSON.stringify({ homepage: 'https://x.example/#readme' }),
			}),
		);

		expect(code).toBe(1);
		expect(output.trim().split('\n').slice(1)).toEqual([
			expect.stringMatching(/nodes\/x\/X\.node\.json:3 README\.md has no heading #gone/),
		]);
	});

	it('follows what the editor links to in the repository, where a heading would not be found', () => {
		const { code, output } = runScript(
			'check-docs.ts',
			folderWith({
				'README.md': '# Title\n',
				'docs/a.md': '# A\n\n## Part\n',
				'nodes/x/X.node.json': ['docs/a.md', 'docs/gone.md', 'docs/a.md#part']
					.map((page) => `"https://x.example/blob/main/${page}"`)
					.join('\n'),
				'package.json': JSON.stringify({ homepage: 'https://x.example#readme' }),
			}),
		);

		expect(code).toBe(1);
		expect(output.trim().split('\n').slice(1)).toEqual([
			expect.stringMatching(/X\.node\.json:2 there is no page docs\/gone\.md/),
			expect.stringMatching(/X\.node\.json:3 there is no page docs\/a\.md#/),
		]);
	});

	it('compares the page of operations with what the nodes say', () => {
		const operation = "{ name: 'Get', value: 'get', description: 'Retrieve one' }";
		const node = (name: string) =>
			`export class ${name} { description = { displayName: '${name}', description: 'Starts', properties: [
				{ displayName: 'Resource', name: 'resource', options: [{ name: 'Agent', value: 'agent' }] },
				{ name: 'operation', displayOptions: { show: { resource: ['agent'] } }, options: [${operation}] },
			] } }`;
		const { code, output } = runScript(
			'check-docs.ts',
			folderWith({
				'docs/operations.md': '# Operations\n',
				'package.json': '{}',
				...Object.fromEntries(
					['VoiceAgent', 'VoiceAgentTrigger', 'VoiceAgentMessageTrigger'].map((name) => [
						`nodes/${name}/${name}.node.ts`,
						node(name),
					]),
				),
			}),
		);

		expect(output).toMatch(/docs\/operations\.md does not say what the nodes say: run npm run docs/);
		expect(code).toBe(1);
	});

	it('asks the web where that is wanted', () => {
		const folder = folderWith({
			'README.md': '[nobody listens](http://127.0.0.1:9/there)\n',
			'package.json': '{}',
		});

		expect(runScript('check-docs.ts', folder).code).toBe(0);
		const { code, output } = runScript('check-docs.ts', folder, '--web');
		expect(code).toBe(1);
		expect(output).toMatch(/README\.md:1 http:\/\/127\.0\.0\.1:9\/there: cannot be reached/);
	});

	it('is content with what is right', () => {
		const { code, output } = runScript(
			'check-docs.ts',
			folderWith({ 'README.md': '# Title\n\n[up](#title)\n', 'package.json': '{}' }),
		);

		expect(output).toContain('1 documents: 1 links and 0 commands are as they should be.');
		expect(code).toBe(0);
	});
});
