import { runOneAtATime } from '../../../../nodes/VoiceAgentTrigger/replies';

/** A task that notes when it begins and ends, and ends when it is told. */
function noting(events: string[], name: string) {
	let end = () => {};
	const ended = new Promise<void>((resolve) => (end = resolve));
	const task = async () => {
		events.push(`${name} begins`);
		await ended;
		events.push(`${name} ends`);
		return name;
	};
	return { task, end };
}

const settle = async () => await new Promise((resolve) => setImmediate(resolve));

it('runs tasks with the same key one after the other, in order', async () => {
	const events: string[] = [];
	const [a, b, c] = [noting(events, 'a'), noting(events, 'b'), noting(events, 'c')];
	const all = [runOneAtATime(['1'], a.task), runOneAtATime(['1', '2'], b.task), runOneAtATime(['2'], c.task)];
	c.end();
	b.end();
	await settle();
	expect(events).toEqual(['a begins']);
	a.end();
	expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
	expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

it('runs tasks with different keys side by side', async () => {
	const events: string[] = [];
	const [a, b] = [noting(events, 'a'), noting(events, 'b')];
	const all = [runOneAtATime(['1'], a.task), runOneAtATime(['2'], b.task)];
	await settle();
	expect(events).toEqual(['a begins', 'b begins']);
	a.end();
	b.end();
	await Promise.all(all);
});
