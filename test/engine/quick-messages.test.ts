/**
 * People who write several quick messages, each of which starts an execution: it waits, goes on if its message is
 * still the newest, and answers. The sandbox's clock is moved instead of waiting.
 */
import { jsonOf, outputOf } from '../support/n8n-engine';
import { writeInBursts } from '../support/message-bursts';
import { randomOf } from '../support/random';
import { TestService } from '../support/test-service';

const PEOPLE = 200;
/** The number of people whose answers take time. */
const SLOWLY_ANSWERED = 50;
const PAUSE_MS = 5_000;
/** The most that passes from the second look until the answer is stored. */
const MOST_SENDING_MS = 1_500;
const BUSINESS_NUMBER = '106540352242922';

/** A conversation as the node puts it out. */
interface Conversation {
	contact: string;
	newMessages: number;
	messages: Array<{ id: string; role: string; text: string }>;
}

/** Something that happens at a time, in milliseconds after the start. */
interface Step {
	time: number;
	happen: () => Promise<void>;
}

let service: TestService;
let start: number;
/** The date of the newest message, in milliseconds after the start. */
let newest = 0;
/** By how much the machine is late, in milliseconds: later steps are late by as much, so that the times between stay. */
let lateMs = 0;
let steps: Step[];

beforeAll(async () => (service = await TestService.start()));
beforeEach(async () => {
	await service.clear();
	const { now } = await service.sandbox.control('GET', '/clock');
	start = Date.parse(now) + 3_600_000;
	newest = 0;
	lateMs = 0;
	steps = [];
});
afterAll(async () => await service?.sandbox.reset());

function plan(time: number, happen: Step['happen']): void {
	const index = steps.findLastIndex((step) => step.time <= time);
	steps.splice(index + 1, 0, { time, happen });
}

/** Takes the steps in the order of their times. No message gets a date before one that was stored earlier. */
async function takeSteps(): Promise<void> {
	for (let step = steps.shift(); step; step = steps.shift()) {
		lateMs = Math.max(lateMs, newest - step.time);
		const now = new Date(start + step.time + lateMs).toISOString();
		await service.sandbox.control('POST', '/clock', { now });
		await step.happen();
	}
}

const noteDate = (at: string): number => (newest = Math.max(newest, Date.parse(at) - start));

const contactNumber = (person: number): string => `1415555${1_000 + person}`;

async function write(person: number, body: string): Promise<string> {
	const { message } = await service.sandbox.control('POST', '/events/chatapp.received', {
		from_number: contactNumber(person),
		phone_number_id: BUSINESS_NUMBER,
		body,
	});
	noteDate(message.created_at);
	return message.id;
}

/** Message > Get Conversation with Only If Newest. */
async function readIfNewest(messageId: string): Promise<Conversation | undefined> {
	const run = await service.run({
		resource: 'message',
		operation: 'getConversation',
		messageId,
		options: { onlyIfNewest: true },
	});
	expect(run.data.resultData.error).toBeUndefined();
	const [conversation] = jsonOf(outputOf(run, 'Voice Agent'));
	return conversation as unknown as Conversation | undefined;
}

/** Message > Send. */
async function send(recipientWaId: string, message: string): Promise<void> {
	const run = await service.run({
		resource: 'message',
		operation: 'send',
		phoneNumberId: BUSINESS_NUMBER,
		recipientWaId,
		message,
	});
	const [sent] = jsonOf(outputOf(run, 'Voice Agent'));
	noteDate((sent?.stored as { sent_at: string }).sent_at);
}

/** The messages that a person has written since the last one that went out. */
const newIn = ({ messages, newMessages }: Conversation) => messages.slice(messages.length - newMessages);

/** Lets people write. @returns the IDs of the messages of each answer, and of each burst */
async function converse(
	people: number,
	answer: (id: string, time: number, answered: (ids: string[]) => void) => void,
) {
	const answers: string[][] = [];
	const bursts: string[][] = [];
	const last = new Map<number, { time: number; burst: string[] }>();
	const written = writeInBursts(people, { random: randomOf(7), periodMs: 600_000 });
	for (const [index, { time, person }] of written.entries()) {
		plan(time, async () => {
			const id = await write(person, `message ${index}`);
			const before = last.get(person);
			const burst = before && time - before.time <= PAUSE_MS ? before.burst : [];
			if (burst.push(id) === 1) bursts.push(burst);
			last.set(person, { time, burst });
			answer(id, time, (ids) => void answers.push(ids));
		});
	}
	await takeSteps();
	expect(bursts.flat()).toHaveLength(written.length);
	return { answers, bursts };
}

it(`answers each burst of ${PEOPLE} people once, with all its messages`, async () => {
	const { answers, bursts } = await converse(PEOPLE, (id, time, answered) =>
		plan(time + PAUSE_MS, async () => {
			const conversation = await readIfNewest(id);
			if (!conversation) return;
			const fresh = newIn(conversation);
			expect(new Set(fresh.map(({ role }) => role))).toEqual(new Set(['contact']));
			answered(fresh.map((message) => message.id));
			await send(conversation.contact, 'The answer');
		}),
	);
	const inOrder = (groups: string[][]) => groups.map((ids) => ids.toSorted().join()).sort();
	expect(inOrder(answers)).toEqual(inOrder(bursts));
	expect(bursts.length).toBeGreaterThan(PEOPLE * 1.5);
});

it(`answers each message of ${SLOWLY_ANSWERED} people once though the answers take 1 to 8 seconds, with a second look before sending`, async () => {
	const random = randomOf(11);
	let dropped = 0;
	let crossed = 0;
	const { answers, bursts } = await converse(SLOWLY_ANSWERED, (id, time, answered) =>
		plan(time + PAUSE_MS, async () => {
			const conversation = await readIfNewest(id);
			if (!conversation || conversation.newMessages === 0) return;
			const ids = newIn(conversation).map((message) => message.id);
			const secondLook = time + PAUSE_MS + 1_000 + 7_000 * random();
			plan(secondLook, async () => {
				if (!(await readIfNewest(id))) return void dropped++;
				plan(secondLook + MOST_SENDING_MS * random(), async () => {
					answered(ids);
					await send(conversation.contact, 'The answer');
					if (!(await readIfNewest(id))) crossed++;
				});
			});
		}),
	);
	expect(answers.flat().sort()).toEqual(bursts.flat().sort());
	expect(dropped).toBeGreaterThan(5);
	expect(crossed).toBeGreaterThan(0);
});
