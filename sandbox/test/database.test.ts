import { Database } from '../src/database/database.ts';

describe('the database', () => {
	const database = new Database();
	database.execute('CREATE TABLE notes (text TEXT NOT NULL) STRICT');
	const insert = (text: string) => database.insert('notes', { text });
	const texts = () => database.all<{ text: string }>('SELECT text FROM notes').map(({ text }) => text);
	beforeEach(() => database.execute('DELETE FROM notes'));
	afterAll(() => database?.close());

	it('keeps a commit when a reaction to it throws, and calls the other reactions', async () => {
		const warned = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
		const told: string[] = [];
		const writes = ['one', 'two'].map((text) =>
			database.write(() => {
				insert(text);
				database.afterCommit(() => {
					if (text === 'one') throw new Error('The reaction to one failed.');
					told.push(text);
				});
				return text;
			}),
		);
		expect(await Promise.all(writes)).toEqual(['one', 'two']);
		expect(texts()).toEqual(['one', 'two']);
		expect(told).toEqual(['two']);
		expect(warned.mock.calls).toEqual([[expect.stringContaining('The reaction to one failed.')]]);
		warned.mockRestore();
	});

	it('undoes only a write that throws, and calls none of its reactions', async () => {
		const told: string[] = [];
		const good = database.write(() => insert('good'));
		const bad = database.write(() => {
			insert('bad');
			database.afterCommit(() => told.push('bad'));
			throw new Error('no');
		});
		await expect(bad).rejects.toThrow('no');
		await good;
		expect(texts()).toEqual(['good']);
		expect(told).toEqual([]);
	});
});
