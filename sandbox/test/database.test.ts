import { DEFAULT_CONFIG } from '../src/service/config.ts';
import { Database } from '../src/service/database/database.ts';
import { buildServer } from '../src/server.ts';

describe('the database', () => {
	const database = new Database();
	database.execute('CREATE TABLE notes (text TEXT NOT NULL) STRICT');
	const insert = (text: string) => database.insert('notes', { text });
	const texts = () => database.all<{ text: string }>('SELECT text FROM notes').map(({ text }) => text);
	beforeEach(() => database.execute('DELETE FROM notes'));
	afterAll(() => database?.close());

	it('keeps a commit when a reaction to it throws, and calls the other reactions', () => {
		const warned = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
		const told: string[] = [];
		const kept = database.transaction(() => {
			for (const text of ['one', 'two']) {
				insert(text);
				database.afterCommit(() => {
					if (text === 'one') throw new Error('The reaction to one failed.');
					told.push(text);
				});
			}
			return 'kept';
		});
		expect(kept).toBe('kept');
		expect(texts()).toEqual(['one', 'two']);
		expect(told).toEqual(['two']);
		expect(warned.mock.calls).toEqual([[expect.stringContaining('The reaction to one failed.')]]);
		warned.mockRestore();
	});

	it('undoes only a transaction that throws, and calls none of its reactions', () => {
		const told: string[] = [];
		database.transaction(() => insert('good'));
		const bad = () =>
			database.transaction(() => {
				insert('bad');
				database.afterCommit(() => told.push('bad'));
				throw new Error('no');
			});
		expect(bad).toThrow('no');
		database.transaction(() => insert('better'));
		expect(texts()).toEqual(['good', 'better']);
		expect(told).toEqual([]);
	});

	it.each([
		['a transaction within another', () => database.transaction(() => insert('inner'))],
		['work that waits', () => Promise.resolve('later')],
	])('refuses %s, and undoes what was changed', (_, work) => {
		const attempt = () =>
			database.transaction(() => {
				insert('outer');
				return work();
			});
		expect(attempt).toThrow(/within a transaction|must be synchronous/);
		expect(texts()).toEqual([]);
		database.transaction(() => insert('next'));
		expect(texts()).toEqual(['next']);
	});
});

it('says in words that the disk is full', async () => {
	const { app, close } = await buildServer({ ...DEFAULT_CONFIG, seed: 'empty' });
	try {
		// SQLite then fails as it does on a full disk.
		app.database.execute('PRAGMA max_page_count = 1');
		const event = {
			method: 'POST',
			url: '/sandbox/v1/events/sms.sent',
			payload: { body: 'x'.repeat(1600) },
		} as const;
		let answer = await app.inject(event);
		for (let left = 100; left > 0 && answer.statusCode === 201; left -= 1) answer = await app.inject(event);
		expect(answer.statusCode).toBe(500);
		expect(answer.json<{ error: string }>().error).toMatch(
			/^The disk .* is full, so nothing was changed\. Free some space/,
		);
	} finally {
		await close();
	}
});
