import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entryOf, withEntry } from '../../scripts/release/changelog.ts';
import { folderWith, removeFolders, runScript } from '../support/run-script.ts';

afterAll(removeFolders);

const CHANGELOG =
	'# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A node.\n\n## [1.0.0] - 2026-01-31\n\n- All.\n';

const manifest = (version: string) => `${JSON.stringify({ name: 'x', version }, null, 2)}\n`;

const repository = () =>
	folderWith({
		'package.json': manifest('1.0.0'),
		'package-lock.json': JSON.stringify({
			version: '1.0.0',
			packages: { '': { version: '1.0.0' }, sandbox: { version: '0.1.0' } },
		}),
		'CHANGELOG.md': CHANGELOG,
		'sandbox/package.json': manifest('0.1.0'),
		'sandbox/CHANGELOG.md': CHANGELOG.replace('1.0.0', '0.1.0'),
	});

const versionsIn = (folder: string) => {
	const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
	const { version, packages } = read('package-lock.json');
	return {
		manifests: [read('package.json').version, read('sandbox/package.json').version],
		lockfile: [version, packages[''].version, packages.sandbox.version],
	};
};

it('a release of the nodes writes its version everywhere, and dates what was unreleased', () => {
	const folder = repository();
	expect(runScript('release.ts', 'v1.1.0', folder).code).toBe(0);
	expect(versionsIn(folder)).toEqual({
		manifests: ['1.1.0', '0.1.0'],
		lockfile: ['1.1.0', '1.1.0', '0.1.0'],
	});
	const changelog = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
	expect(changelog).toMatch(/^## \[Unreleased\]\n\n## \[1\.1\.0\] - \d{4}-\d\d-\d\d\n\n### Added/m);
	expect(entryOf(changelog, '1.1.0')?.text).toBe('### Added\n\n- A node.');
});

it('a release of the sandbox leaves the nodes alone', () => {
	const folder = repository();
	expect(runScript('release.ts', 'sandbox-v0.2.0', folder).code).toBe(0);
	expect(versionsIn(folder)).toEqual({
		manifests: ['1.0.0', '0.2.0'],
		lockfile: ['1.0.0', '1.0.0', '0.2.0'],
	});
	expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toBe(CHANGELOG);
});

it.each(['', '1.1.0', 'v1.1', 'sandbox-v', 'v1.1.0-beta'])(
	'a release with the tag "%s" changes nothing',
	(tag) => {
		const folder = repository();
		const { code, output } = runScript('release.ts', tag, folder);
		expect({ code, output }).toEqual({
			code: 2,
			output: expect.stringMatching(/^(It takes a tag|".*" is not a tag of a version)\.\n\nUsage: /),
		});
		expect(versionsIn(folder).manifests).toEqual(['1.0.0', '0.1.0']);
	},
);

it('a version with nothing to tell is not released', () => {
	const once = withEntry(CHANGELOG, '1.1.0', '2026-05-31');
	expect(() => withEntry(once, '1.2.0', '2026-06-30')).toThrow('lists nothing under Unreleased');
	const folder = repository();
	runScript('release.ts', 'v1.1.0', folder);
	const { code, output } = runScript('release.ts', 'v1.2.0', folder);
	expect({ code, output }).toEqual({ code: 1, output: 'CHANGELOG.md lists nothing under Unreleased.\n' });
	expect(versionsIn(folder).manifests[0]).toBe('1.1.0');
});

it('the notes of a version are its entry alone', () => {
	const changelog = withEntry(CHANGELOG, '1.1.0', '2026-05-31');
	expect(entryOf(changelog, '1.1.0')).toEqual({ date: '2026-05-31', text: '### Added\n\n- A node.' });
	expect(entryOf(changelog, '1.0.0')).toEqual({ date: '2026-01-31', text: '- All.' });
	expect(entryOf(changelog, '1.0')).toBeUndefined();
	expect(entryOf(changelog, 'Unreleased')).toBeUndefined();
});
