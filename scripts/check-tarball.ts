/** `npm run check:tarball`: the package must hold what is published and nothing else. */
import { execFileSync } from 'node:child_process';
import { projectRoot } from './bootstrap.mjs';

interface Packed {
	files: Array<{ path: string }>;
	size: number;
}

const expected = ['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE.md'];

const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--loglevel=error'], {
	cwd: projectRoot,
	encoding: 'utf8',
});
// npm 12 answers with an object by package name, earlier ones with a list.
const [packed] = Object.values(JSON.parse(output) as Packed[] | Record<string, Packed>);
const paths = packed?.files.map(({ path }) => path) ?? [];
const built = paths.filter((path) => path.startsWith('dist/'));
const faults = [
	...paths
		.filter((path) => !path.startsWith('dist/') && !expected.includes(path))
		.map((path) => `${path} does not belong there`),
	...expected.filter((path) => !paths.includes(path)).map((path) => `${path} is missing`),
	...(built.some((path) => path.endsWith('.node.js'))
		? []
		: ['dist/ holds no node: run npm run build first']),
];

if (faults.length > 0) {
	console.error(`The tarball is not what is to be published:\n  ${faults.join('\n  ')}`);
	process.exitCode = 1;
} else {
	console.log(
		`The tarball holds ${built.length} files in dist/ and ${expected.join(', ')}: ${packed?.size} bytes.`,
	);
}
