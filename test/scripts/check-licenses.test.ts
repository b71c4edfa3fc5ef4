import { folderWith, removeFolders, runScript } from './support.ts';

afterAll(removeFolders);

const check = (packages: Record<string, { license?: string }>) =>
	runScript('check-licenses.ts', folderWith({ 'package-lock.json': JSON.stringify({ packages }) }));

describe('check-licenses', () => {
	it('lets permissive licences pass, in combination too, and the exceptions by name', () => {
		const { code, output } = check({
			'': { license: 'MIT' },
			'node_modules/a': { license: 'MIT' },
			'node_modules/a/node_modules/b': { license: '(MIT OR GPL-3.0-only)' },
			'node_modules/n8n-core': { license: 'SEE LICENSE IN LICENSE.md' },
		});

		expect(output).toContain('2 packages have permissive licences.');
		expect(output).toContain("1 are excepted: n8n's Sustainable Use License");
		expect(code).toBe(0);
	});

	it.each(['GPL-3.0-only', 'MIT AND LGPL-3.0-or-later', 'SEE LICENSE IN LICENSE.md', 'nonsense', undefined])(
		'refuses %s',
		(license) => {
			const { code, output } = check({ 'node_modules/@x/c': { license } });

			expect(output).toContain(`@x/c: ${license ?? 'no licence'}`);
			expect(code).toBe(1);
		},
	);
});
