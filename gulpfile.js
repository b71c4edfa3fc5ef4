const { rm } = require('node:fs/promises');
const { promisify } = require('node:util');
const execFile = promisify(require('node:child_process').execFile);
const { dest, parallel, series, src } = require('gulp');

const clean = () => rm('dist', { recursive: true, force: true });

/** tsc writes its findings to standard output, which a failed execFile would hide in its error object. */
const compile = async () => {
	try {
		await execFile('tsc');
	} catch (error) {
		throw new Error(`TypeScript found faults:\n${error.stdout}`);
	}
};

/**
 * Icons are bytes: an encoding would damage anything that is not UTF-8. Each folder has a pattern of its own, because gulp would
 * search the whole repository for one that begins with a choice.
 */
const icons = () =>
	src(['nodes/**/*.{svg,png}', 'credentials/**/*.{svg,png}'], { base: '.', encoding: false }).pipe(
		dest('dist'),
	);

exports.build = series(clean, parallel(compile, icons));
