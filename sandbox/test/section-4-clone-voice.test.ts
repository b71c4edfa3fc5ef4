import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { startSandbox, type Sandbox } from '../../test/support/start-sandbox.ts';
import { eventually } from '../../test/support/eventually.ts';
import { lyingWav, m4a, mp3, mp4Video, wav } from '../../test/support/audio-files.ts';

interface Voice {
	id: string;
	name: string;
	description: string | null;
	preview_url: string;
	provider: string;
	created_at: string;
}
type Refusal = { error: string | { code: string; message: string } };

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ seed: 'empty' });
});
beforeEach(() => sandbox.control('POST', '/reset'));
afterAll(() => sandbox?.stop());

const FULL = wav(31);

function form(files: Buffer[], fields: Record<string, string> = { name: 'Ada' }): FormData {
	const data = new FormData();
	const [first, ...others] = Object.entries(fields);
	// One before the files, the others after them.
	if (first !== undefined) data.append(...first);
	for (const [index, file] of files.entries()) {
		data.append('files', new Blob([new Uint8Array(file)]), `sample-${index}`);
	}
	for (const [name, value] of others) data.append(name, value);
	return data;
}
async function clone<Body = Refusal>(body: FormData): Promise<{ status: number; body: Body }> {
	const response = await fetch(`${sandbox.url}/functions/v1/clone-voice`, {
		method: 'POST',
		headers: { authorization: `Bearer ${sandbox.apiKey}` },
		body,
	});
	return { status: response.status, body: (await response.json()) as Body };
}
const voices = async () => (await sandbox.control('GET', '/voices')).voices;
const leftovers = () =>
	readdirSync(tmpdir()).filter((name) => name.startsWith(`voice-agent-sandbox-${sandbox.pid}-`));

describe('4 clone-voice', () => {
	it('answers the voice clone object of section 2, and nothing more', async () => {
		const { status, body } = await clone<Voice>(form([FULL], { name: 'Ada', description: 'Calm' }));
		expect(status).toBe(200);
		expect(body).toEqual({
			id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			name: 'Ada',
			description: 'Calm',
			preview_url: expect.stringMatching(/^http/),
			provider: expect.any(String),
			created_at: expect.stringMatching(/Z$/),
		});
		await sandbox.control('POST', '/clock', { advance_seconds: 25 * 3600 });
		const preview = await fetch(body.preview_url);
		expect(preview.headers.get('content-type')).toBe('audio/wav');
		expect(await voices()).toMatchObject([{ id: body.id }]);
	});

	it.each([
		['WAV', wav(42), 'wav', 42],
		['MP3', mp3(35), 'mp3', 35],
		['M4A', m4a(33), 'm4a', 33],
	])('knows %s by its content and measures it', async (_name, file, format, seconds) => {
		expect((await clone(form([file]))).status).toBe(200);
		const [voice] = await voices();
		expect(voice?.samples).toMatchObject([{ format, bytes: file.length }]);
		expect(voice?.samples[0]?.seconds).toBeCloseTo(seconds, 0);
	});

	it('8 takes 25 files, refuses 26 and none', async () => {
		const file = m4a(30);
		expect((await clone(form(Array.from({ length: 25 }, () => file)))).status).toBe(200);
		const tooMany = await clone(form(Array.from({ length: 26 }, () => file)));
		expect(tooMany).toEqual({ status: 400, body: { error: expect.stringContaining('25') } });
		expect((await clone(form([]))).status).toBe(400);
		expect(await voices()).toHaveLength(1);
	});

	it.each([
		['WAV', wav(29.9)],
		['MP3', mp3(29)],
		['M4A', m4a(29.9)],
		['a WAV file that claims more than it holds', lyingWav(2, 60)],
	])(
		'section 7: less than 30 seconds is insufficient_audio (%s), beside a long file too',
		async (_name, file) => {
			const { status, body } = await clone(form([wav(120), file]));
			expect(status).toBe(400);
			expect(body).toEqual({
				error: {
					code: 'insufficient_audio',
					message: expect.stringContaining('at least 30 seconds of clean audio'),
				},
			});
		},
	);

	it.each([
		['an empty file', Buffer.alloc(0)],
		['a film', Buffer.concat([Buffer.from('RIFF\x00\x10\x00\x00AVI LIST'), Buffer.alloc(4096)])],
		['MP4 with pictures beside the sound', mp4Video(33)],
		['Ogg', Buffer.concat([Buffer.from('OggS'), Buffer.alloc(4096)])],
	])('decision 8: another format is refused (%s)', async (_name, file) => {
		const { status, body } = await clone(form([file]));
		expect(status).toBe(400);
		expect(body).toEqual({ error: expect.stringMatching(/WAV, MP3 or M4A/) });
	});

	it('requires a name, and accepts files only under the name files', async () => {
		expect((await clone(form([FULL], {}))).body).toEqual({ error: expect.stringContaining('name') });
		expect((await clone(form([FULL], { name: ' ' }))).status).toBe(400);
		const data = new FormData();
		data.append('name', 'Ada');
		data.append('audio', new Blob([new Uint8Array(FULL)]), 'a.wav');
		expect((await clone(data)).body).toEqual({ error: expect.stringContaining('files') });
	});

	it.each([
		['no boundary', '', 'x'],
		['no end', '; boundary=x', '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nAd'],
		['a broken part', '; boundary=x', '--x\r\nContent-Disposition\r\n\r\n\r\n--x--\r\n'],
		[
			'a prototype as a name',
			'; boundary=x',
			'--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
		],
	])('a form with %s is refused and does no harm', async (_name, boundary, body) => {
		const headers = { 'content-type': `multipart/form-data${boundary}` };
		const response = await fetch(`${sandbox.url}/functions/v1/clone-voice`, {
			method: 'POST',
			headers: { ...headers, authorization: `Bearer ${sandbox.apiKey}` },
			body,
		});
		expect([response.status, await response.json()]).toEqual([400, { error: expect.any(String) }]);
	});

	it('leaves no file behind: not after success, refusal or a client that hangs up', async () => {
		await clone(form([FULL, FULL]));
		await clone(form([FULL, wav(2)]));
		expect(leftovers()).toEqual([]);
		const upload = request(`${sandbox.url}/functions/v1/clone-voice`, {
			method: 'POST',
			headers: {
				authorization: `Bearer ${sandbox.apiKey}`,
				'content-type': 'multipart/form-data; boundary=x',
				'content-length': 10_000_000,
			},
		});
		upload.on('error', () => undefined);
		upload.write('--x\r\nContent-Disposition: form-data; name="files"; filename="a.wav"\r\n\r\n');
		upload.write(FULL);
		await eventually(() => (leftovers().length > 0 ? true : undefined));
		upload.destroy();
		await eventually(() => (leftovers().length === 0 ? true : undefined));
		expect((await clone(form([FULL]))).status).toBe(200);
	});

	it('refuses an upload when all of it has arrived, so that the client sees why', async () => {
		const upload = request(`${sandbox.url}/functions/v1/clone-voice`, {
			method: 'POST',
			agent: false,
			headers: {
				authorization: 'Bearer svc_wrong',
				'content-type': 'multipart/form-data; boundary=x',
				'content-length': 2 * FULL.length,
				connection: 'close',
			},
		});
		const answer = once(upload, 'response');
		upload.write(FULL);
		expect(await Promise.race([answer, delay(300, 'nothing yet')])).toBe('nothing yet');
		upload.end(FULL);
		expect((await answer)[0]).toMatchObject({ statusCode: 401 });
	});

	// Only Linux tells the most memory that another process has had.
	const onLinux = existsSync('/proc/self/status') ? it : it.skip;
	onLinux('does not hold the files in memory', async () => {
		const statusFile = `/proc/${sandbox.pid}/status`;
		const megabytes = (name: string) =>
			Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(statusFile, 'utf8'))?.[1]) / 1024;
		await clone(form([FULL]));
		const before = megabytes('VmHWM');
		const large = new Blob([new Uint8Array(wav(2000))]);
		const data = form([]);
		for (let index = 0; index < 4; index += 1) data.append('files', large, `${index}.wav`);
		expect((await clone(data)).status).toBe(200);
		// 4 files of 32 MB each.
		expect(megabytes('VmHWM') - before).toBeLessThan(100);
	});

	it('is recorded in the journal as a summary', async () => {
		await clone(form([FULL]));
		const { requests } = await sandbox.control('GET', '/requests?path=/functions/v1/clone-voice');
		expect(requests.at(-1)?.body).toMatchObject({
			name: 'Ada',
			files: [{ bytes: FULL.length, format: 'wav' }],
		});
	});
});
