const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { dest, parallel, series, src } = require('gulp');

const clean = () => rm('dist', { recursive: true, force: true });

const compile = () => spawn('tsc', { stdio: 'inherit' });

/**
 * Icons are bytes: an encoding would damage anything that is not UTF-8. Each folder has a pattern of its own, because gulp would
 * search the whole repository for one that begins with a choice.
 */
const icons = () =>
	src(['nodes/**/*.{svg,png}', 'credentials/**/*.{svg,png}'], { base: '.', encoding: false }).pipe(
		dest('dist'),
	);

exports.build = series(clean, parallel(compile, icons));
