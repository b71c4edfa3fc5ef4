import { namedUuid } from '../ids/ids.ts';
import { MODELS } from '../models/models.ts';
import type { App } from '../plugin.ts';
import type { AgentProfile, DynamicVariable } from './agents.ts';
import { SEEDED_AGENTS } from '../demo.ts';

const DAY_MS = 86_400_000;
const [SWIFT, STEADY, THOROUGH] = MODELS.map(({ id }) => id) as [string, string, string];

type SeededVariable = Pick<DynamicVariable, 'name' | 'description' | 'varType'> & { options?: string[] };

interface SeededAgent extends Omit<
	AgentProfile,
	'dynamicVariables' | 'transferNumber' | 'organizationName' | 'ownerName' | 'isDefault'
> {
	readonly key: keyof typeof SEEDED_AGENTS;
	readonly name: string;
	readonly ageDays: number;
	readonly variables: readonly SeededVariable[];
}

const CALLER_NAME: SeededVariable = {
	name: 'caller_name',
	description: 'How the caller is to be addressed',
	varType: 'text',
};

/** Agents of a made-up lamp shop: of every type, on calls and on texts, and one that is switched off. */
const AGENTS: readonly SeededAgent[] = [
	{
		key: 'weekend',
		name: 'Weekend desk',
		ageDays: 200,
		greeting: 'Thank you for calling Larkfield Lamps. We are closed until Monday.',
		systemPrompt: 'Take a message with name and number. Promise a call back on Monday, and nothing else.',
		voiceId: namedUuid('seed voice noor'),
		llmModel: SWIFT,
		language: 'en-US',
		agentType: 'inbound',
		maxCallDuration: 180,
		endCallPhrases: ['goodbye'],
		agentRole: 'Answering service',
		isActive: false,
		variables: [],
	},
	{
		key: 'texts',
		name: 'Text concierge',
		ageDays: 160,
		greeting: 'Hi, this is Larkfield Lamps. How can we help?',
		systemPrompt:
			'Answer texts about opening hours, orders and repairs. Keep to two sentences. Never promise a price.',
		voiceId: namedUuid('seed voice clara'),
		llmModel: THOROUGH,
		language: 'en-US',
		agentType: 'both',
		maxCallDuration: 600,
		endCallPhrases: [],
		agentRole: 'Customer service by text',
		isActive: true,
		variables: [
			{ name: 'order_number', description: 'The order that the contact asks about', varType: 'number' },
		],
	},
	{
		key: 'reminders',
		name: 'Appointment reminders',
		ageDays: 120,
		greeting: 'Hello, this is Larkfield Lamps with a reminder about your appointment.',
		systemPrompt:
			'Remind of the appointment, ask whether it stands, and offer another time when it does not.',
		voiceId: namedUuid('seed voice marek'),
		llmModel: SWIFT,
		language: 'en-US',
		agentType: 'outbound',
		maxCallDuration: 240,
		endCallPhrases: ['goodbye', 'see you then'],
		agentRole: 'Scheduler',
		isActive: true,
		variables: [
			CALLER_NAME,
			{ name: 'first_visit', description: 'Whether it is the first appointment', varType: 'boolean' },
		],
	},
	{
		key: 'booking',
		name: 'Toronto bookings',
		ageDays: 90,
		greeting: 'Larkfield Lamps Toronto, would you like to book a fitting?',
		systemPrompt:
			'Book fittings between 9:00 and 17:00 on weekdays. Use the functions; never guess a free slot.',
		voiceId: namedUuid('seed voice clara'),
		llmModel: STEADY,
		language: 'en-CA',
		agentType: 'both',
		maxCallDuration: 900,
		endCallPhrases: ['goodbye', 'that is all'],
		agentRole: 'Booking clerk',
		isActive: true,
		variables: [
			CALLER_NAME,
			{
				name: 'service',
				description: 'What is to be booked',
				varType: 'enum',
				options: ['fitting', 'repair', 'collection'],
			},
		],
	},
	{
		key: 'reception',
		name: 'Front desk',
		ageDays: 60,
		greeting: 'Thank you for calling Larkfield Lamps, this is Clara. How may I help?',
		systemPrompt:
			'You are the receptionist of a lamp shop. Find out what the caller needs, answer from the knowledge base, and transfer when asked for a person.',
		voiceId: namedUuid('seed voice clara'),
		llmModel: SWIFT,
		language: 'en-US',
		agentType: 'inbound',
		maxCallDuration: 1200,
		endCallPhrases: ['goodbye', 'have a nice day'],
		agentRole: 'Receptionist',
		isActive: true,
		variables: [
			CALLER_NAME,
			{ name: 'is_customer', description: 'Whether the caller has bought before', varType: 'boolean' },
			{ name: 'open_orders', description: 'How many orders are under way', varType: 'number' },
			{
				name: 'tier',
				description: 'How the caller is to be treated',
				varType: 'enum',
				options: ['standard', 'trade', 'press'],
			},
		],
	},
];

/** The account's agents. */
export function seedAgents({ agents, clock }: App): void {
	for (const { key, name, ageDays, variables, ...profile } of AGENTS) {
		const createdAt = clock.now() - ageDays * DAY_MS;
		const times = { createdAt, updatedAt: createdAt + 3 * DAY_MS };
		agents.add({
			...profile,
			...times,
			id: SEEDED_AGENTS[key],
			name,
			transferNumber: '+14155550110',
			organizationName: 'Larkfield Lamps',
			ownerName: 'Robin Larkfield',
			isDefault: key === 'reception',
			dynamicVariables: variables.map(({ options, ...variable }) => ({
				...variable,
				...times,
				id: namedUuid(`seed variable ${key} ${variable.name}`),
				enumOptions: options ?? null,
			})),
		});
	}
}
