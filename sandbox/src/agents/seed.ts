import { isoTime } from '../clock/clock.ts';
import { namedUuid } from '../ids/ids.ts';
import { MODELS } from '../models/models.ts';
import type { App } from '../plugin.ts';
import type { Agent, DynamicVariable } from './schema.ts';
import { SEEDED_AGENTS } from '../demo.ts';

const DAY_MS = 86_400_000;
const [SWIFT, STEADY, THOROUGH] = MODELS.map(({ id }) => id) as [string, string, string];

type Given = 'name' | 'greeting' | 'system_prompt' | 'voice_id' | 'llm_model' | 'agent_type' | 'agent_role';
type SeededAgent = Partial<Agent> &
	Pick<Agent, Given | 'max_call_duration' | 'end_call_phrases'> & {
		readonly key: keyof typeof SEEDED_AGENTS;
		readonly ageDays: number;
		readonly variables: ReadonlyArray<ReturnType<typeof variable>>;
	};

function variable(
	name: string,
	description: string,
	var_type: DynamicVariable['var_type'] = 'text',
	enum_options: string[] | null = null,
) {
	return { name, description, var_type, enum_options };
}

const CALLER_NAME = variable('caller_name', 'How the caller is to be addressed');

/** Agents of a made-up lamp shop: of every type, on calls and on texts, and one that is switched off. */
const AGENTS: readonly SeededAgent[] = [
	{
		key: 'weekend',
		name: 'Weekend desk',
		ageDays: 200,
		greeting: 'Thank you for calling Larkfield Lamps. We are closed until Monday.',
		system_prompt: 'Take a message with name and number. Promise a call back on Monday, and nothing else.',
		voice_id: namedUuid('seed voice noor'),
		llm_model: SWIFT,
		agent_type: 'inbound',
		max_call_duration: 180,
		end_call_phrases: ['goodbye'],
		agent_role: 'Answering service',
		is_active: false,
		variables: [],
	},
	{
		key: 'texts',
		name: 'Text concierge',
		ageDays: 160,
		greeting: 'Hi, this is Larkfield Lamps. How can we help?',
		system_prompt:
			'Answer texts about opening hours, orders and repairs. Keep to two sentences. Never promise a price.',
		voice_id: namedUuid('seed voice clara'),
		llm_model: THOROUGH,
		agent_type: 'both',
		max_call_duration: 600,
		end_call_phrases: [],
		agent_role: 'Customer service by text',
		variables: [variable('order_number', 'The order that the contact asks about', 'number')],
	},
	{
		key: 'reminders',
		name: 'Appointment reminders',
		ageDays: 120,
		greeting: 'Hello, this is Larkfield Lamps with a reminder about your appointment.',
		system_prompt:
			'Remind of the appointment, ask whether it stands, and offer another time when it does not.',
		voice_id: namedUuid('seed voice marek'),
		llm_model: SWIFT,
		agent_type: 'outbound',
		max_call_duration: 240,
		end_call_phrases: ['goodbye', 'see you then'],
		agent_role: 'Scheduler',
		variables: [CALLER_NAME, variable('first_visit', 'Whether it is the first appointment', 'boolean')],
	},
	{
		key: 'booking',
		name: 'Toronto bookings',
		ageDays: 90,
		greeting: 'Larkfield Lamps Toronto, would you like to book a fitting?',
		system_prompt:
			'Book fittings between 9:00 and 17:00 on weekdays. Use the functions; never guess a free slot.',
		voice_id: namedUuid('seed voice clara'),
		llm_model: STEADY,
		language: 'en-CA',
		agent_type: 'both',
		max_call_duration: 900,
		end_call_phrases: ['goodbye', 'that is all'],
		agent_role: 'Booking clerk',
		variables: [
			CALLER_NAME,
			variable('service', 'What is to be booked', 'enum', ['fitting', 'repair', 'collection']),
		],
	},
	{
		key: 'reception',
		name: 'Front desk',
		ageDays: 60,
		greeting: 'Thank you for calling Larkfield Lamps, this is Clara. How may I help?',
		system_prompt:
			'You are the receptionist of a lamp shop. Find out what the caller needs, answer from the knowledge base, and transfer when asked for a person.',
		voice_id: namedUuid('seed voice clara'),
		llm_model: SWIFT,
		agent_type: 'inbound',
		max_call_duration: 1200,
		end_call_phrases: ['goodbye', 'have a nice day'],
		agent_role: 'Receptionist',
		variables: [
			CALLER_NAME,
			variable('is_customer', 'Whether the caller has bought before', 'boolean'),
			variable('open_orders', 'How many orders are under way', 'number'),
			variable('tier', 'How the caller is to be treated', 'enum', ['standard', 'trade', 'press']),
		],
	},
];

/** The account's agents. */
export function seedAgents({ agents, clock }: App): void {
	for (const { key, ageDays, variables, ...profile } of AGENTS) {
		const createdAt = clock.now() - ageDays * DAY_MS;
		const times = { created_at: isoTime(createdAt), updated_at: isoTime(createdAt + 3 * DAY_MS) };
		agents.add({
			language: 'en-US',
			is_active: true,
			...profile,
			...times,
			id: SEEDED_AGENTS[key],
			transfer_number: '+14155550110',
			organization_name: 'Larkfield Lamps',
			owner_name: 'Robin Larkfield',
			is_default: key === 'reception',
			dynamic_variables: variables.map((one) => ({
				...one,
				...times,
				id: namedUuid(`seed variable ${key} ${one.name}`),
			})),
		});
	}
}
