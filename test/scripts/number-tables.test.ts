import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

it('finds the tables of numbers as the script writes them', async () => {
	const script = join(__dirname, '../../scripts/number-tables.ts');
	const check = promisify(execFile)(process.execPath, [script, '--check']);
	await expect(check).resolves.toMatchObject({ stderr: '' });
});
