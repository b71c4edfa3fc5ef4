import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { runScript } from './run-script.ts';

it.each(['start/start.mjs', '../bench/run.ts'])('%s shows its usage when asked for help', (script) => {
	const { code, output } = runScript(script, '--help');
	expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/^Usage: n(pm|ode) /) });
});

// The others read their command lines as check.ts does.
it.each(['start/start.mjs', 'check.ts'])(
	'%s refuses an option that it does not know, without a stack trace',
	(script) => {
		const { code, output } = runScript(script, '--faster');
		expect({ code, output }).toEqual({
			code: 2,
			output: expect.stringMatching(/^Unknown option '--faster'\./),
		});
		expect(output).not.toMatch(/^ +at /m);
	},
);

it.each(['start/start.mjs', 'test.mjs'])('%s says on Windows that it runs in WSL', (script) => {
	const onWindows = "data:text/javascript,Object.defineProperty(process,'platform',{value:'win32'})";
	const file = join(__dirname, '../../scripts', script);
	const { status, stderr } = spawnSync(process.execPath, ['--import', onWindows, file], { encoding: 'utf8' });
	expect(status).toBe(1);
	expect(stderr).toMatch(/^This does not run on Windows itself: install WSL .*\n$/);
});
