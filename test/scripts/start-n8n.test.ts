import { join } from 'node:path';
import { createSilenceLimit, startN8n } from '../../playground/n8n.ts';
import { pathsOf } from '../../playground/paths.ts';
import { reservePort } from '../../playground/ports.ts';
import { folderWith, removeFolders } from './run-script.ts';

afterAll(removeFolders);

/** Starts a program in the place of n8n. */
const start = async (program: string, silenceMs: number) => {
	const folder = folderWith({ 'n8n.js': program });
	const told: string[] = [];
	const paths = {
		...pathsOf(join(__dirname, '../..')),
		n8nCli: join(folder, 'n8n.js'),
		compileCache: join(folder, 'cache'),
	};
	const options = { userFolder: folder, port: await reservePort(), logFile: join(folder, 'n8n.log') };
	const result = startN8n(paths, { ...options, silenceMs, tell: (line) => told.push(line) });
	return { result, told };
};

it('n8n is given up when its log has not grown for too long, however long it has taken', () => {
	const isTooQuiet = createSilenceLimit(180_000, 0);
	expect(isTooQuiet(0, 180_000)).toBe(false);
	expect(isTooQuiet(0, 180_001)).toBe(true);
	expect(isTooQuiet(10, 180_002)).toBe(false);
	expect(isTooQuiet(20, 360_000)).toBe(false);
	expect(isTooQuiet(20, 540_000)).toBe(false);
	expect(isTooQuiet(20, 540_001)).toBe(true);
});

it('n8n that never becomes ready is stopped, with its last words and a hint that a start can be repeated', async () => {
	const hanging = 'console.log("Migrations in progress, pid " + process.pid); setInterval(() => {}, 1000);';
	const { result, told } = await start(hanging, 2_000);
	const message: string = await result.then(
		() => '',
		(error: Error) => error.message,
	);
	expect(message).toMatch(/has written nothing to its log for 2 seconds\. What was installed .* is kept/);
	const [, pid = ''] = /Migrations in progress, pid (\d+)/.exec(message) ?? [];
	expect(told).toContain(`Migrations in progress, pid ${pid}`);
	expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
});

it('n8n that ends before it is ready is told with its last words', async () => {
	const { result } = await start('console.log("No disk space"); process.exit(3);', 60_000);
	await expect(result).rejects.toThrow(
		/^n8n ended with exit code 3 before it was ready\. .*\n\nNo disk space/,
	);
});

it('n8n is waited for until it says that it is ready', async () => {
	const slow = `let asked = 0;
		require('node:http').createServer((request, response) => {
			console.log('asked');
			response.writeHead(++asked > 3 ? 200 : 503).end();
		}).listen(process.env.N8N_PORT, '127.0.0.1');`;
	const { result, told } = await start(slow, 60_000);
	const n8n = await result;
	expect(told.length).toBeGreaterThanOrEqual(3);
	await n8n.stop();
});
