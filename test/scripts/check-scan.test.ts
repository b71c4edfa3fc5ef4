import { folderWith, removeFolders, runScript } from '../support/run-script.ts';

afterAll(removeFolders);

describe('npm run check -- scan', () => {
	it("finds in sources and in the package what n8n's scanner finds, whatever comments say", () => {
		const folder = folderWith({
			'package.json': JSON.stringify({ name: 'n8n-nodes-bad', version: '1.0.0', files: ['dist'] }),
			'nodes/Bad/helper.ts': '/* eslint-disable */\nexport const secret = process.env.SECRET;\n',
			'dist/nodes/Bad/helper.js': '/* eslint-disable */\nconsole.log("built");\n',
		});

		const { code, output } = runScript('check/scan.ts', folder);

		expect(code).toBe(1);
		const [sources = '', published = ''] = output.split('Package:');
		expect(sources).toContain('@n8n/community-nodes/no-restricted-globals');
		expect(sources).toContain('@n8n/community-nodes/valid-peer-dependencies');
		expect(published).toContain('no-console');
	});
});
