import type { Clock } from '../clock/clock.ts';
import type { Database, Statement } from '../database/database.ts';
import { plainError } from '../http/errors.ts';
import type { Ids } from '../ids/ids.ts';

export const NUMBER_TABLES = `
	CREATE TABLE phone_numbers (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		id TEXT NOT NULL UNIQUE,
		phone_number TEXT NOT NULL UNIQUE,
		friendly_name TEXT NOT NULL,
		agent_id TEXT,
		text_agent_id TEXT,
		voice INTEGER NOT NULL,
		sms INTEGER NOT NULL,
		mms INTEGER NOT NULL,
		is_active INTEGER NOT NULL,
		created_at INTEGER NOT NULL
	) STRICT;
`;

/** A number of the account, as stored (section 2, phone number). */
export interface PhoneNumber {
	readonly id: string;
	readonly phoneNumber: string;
	readonly friendlyName: string;
	readonly agentId: string | null;
	readonly textAgentId: string | null;
	readonly capabilities: { readonly voice: boolean; readonly sms: boolean; readonly mms: boolean };
	readonly isActive: boolean;
	readonly createdAt: number;
}

/** What list-phone-numbers can be narrowed by (section 4). */
export interface NumberFilter {
	agentId?: string | undefined;
	textAgentId?: string | undefined;
	isActive?: boolean | undefined;
}

interface Row {
	id: string;
	phone_number: string;
	friendly_name: string;
	agent_id: string | null;
	text_agent_id: string | null;
	voice: number;
	sms: number;
	mms: number;
	is_active: number;
	created_at: number;
}

/** The service numbers of the account. */
export class Numbers {
	readonly #clock: Clock;
	readonly #ids: Ids;
	readonly #all: Statement<Row>;
	readonly #page: Statement<Row>;
	readonly #count: Statement<{ total: number }>;
	readonly #ofAgent: Statement<Row>;
	readonly #byNumber: Statement<Row>;
	readonly #insert: Statement<never>;

	constructor(database: Database, clock: Clock, ids: Ids) {
		this.#clock = clock;
		this.#ids = ids;
		this.#all = database.prepare('SELECT * FROM phone_numbers ORDER BY created_at DESC, seq DESC');
		this.#page = database.prepare(
			`SELECT * FROM phone_numbers
			WHERE (?1 IS NULL OR agent_id = ?1) AND (?2 IS NULL OR text_agent_id = ?2) AND (?3 IS NULL OR is_active = ?3)
			ORDER BY created_at DESC, seq DESC LIMIT ?4 OFFSET ?5`,
		);
		this.#count = database.prepare('SELECT count(*) AS total FROM phone_numbers');
		this.#ofAgent = database.prepare(
			`SELECT * FROM phone_numbers WHERE agent_id = ?1 OR text_agent_id = ?1
			ORDER BY created_at DESC, seq DESC`,
		);
		this.#byNumber = database.prepare('SELECT * FROM phone_numbers WHERE phone_number = ?');
		this.#insert = database.prepare(
			`INSERT INTO phone_numbers
				(id, phone_number, friendly_name, agent_id, text_agent_id, voice, sms, mms, is_active, created_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		);
	}

	/** Adds a number. To be called within a write. */
	add(fresh: Omit<PhoneNumber, 'id' | 'createdAt'> & { createdAt?: number }): PhoneNumber {
		const number = { createdAt: this.#clock.now(), ...fresh, id: this.#ids.uuid('phone-number') };
		const { voice, sms, mms } = number.capabilities;
		this.#insert.run(
			number.id,
			number.phoneNumber,
			number.friendlyName,
			number.agentId,
			number.textAgentId,
			Number(voice),
			Number(sms),
			Number(mms),
			Number(number.isActive),
			number.createdAt,
		);
		return number;
	}

	/** All numbers, newest first. */
	list(): PhoneNumber[] {
		return this.#all.all().map(fromRow);
	}

	/** A page of the numbers that match, newest first. */
	page({ agentId, textAgentId, isActive }: NumberFilter, limit: number, offset: number): PhoneNumber[] {
		const active = isActive === undefined ? null : Number(isActive);
		return this.#page.all(agentId ?? null, textAgentId ?? null, active, limit, offset).map(fromRow);
	}

	/** How many numbers the account has. */
	count(): number {
		return this.#count.get()?.total ?? 0;
	}

	/** The numbers on which an agent answers calls or texts, newest first. */
	listOfAgent(agentId: string): PhoneNumber[] {
		return this.#ofAgent.all(agentId).map(fromRow);
	}

	/** @param phoneNumber E.164 */
	find(phoneNumber: string): PhoneNumber | undefined {
		const row = this.#byNumber.get(phoneNumber);
		return row && fromRow(row);
	}

	/**
	 * Makes sure that SMS can arrive on a number and go out from it.
	 * @throws {ServiceError} 404 when it is not the account's, 409 when it is switched off or has no SMS
	 */
	requireSms(phoneNumber: string): void {
		this.requireAll([phoneNumber]);
		const number = this.find(phoneNumber);
		if (!number?.isActive) throw plainError(409, `${phoneNumber} is not active`);
		if (!number.capabilities.sms) throw plainError(409, `${phoneNumber} has no SMS`);
	}

	/** @throws {ServiceError} 404 when one of the numbers (E.164) is not the account's */
	requireAll(phoneNumbers: readonly string[]): void {
		for (const phoneNumber of phoneNumbers) {
			if (this.find(phoneNumber) === undefined) {
				throw plainError(404, `${phoneNumber} is not a number of this account`);
			}
		}
	}
}

function fromRow(row: Row): PhoneNumber {
	return {
		id: row.id,
		phoneNumber: row.phone_number,
		friendlyName: row.friendly_name,
		agentId: row.agent_id,
		textAgentId: row.text_agent_id,
		capabilities: { voice: row.voice === 1, sms: row.sms === 1, mms: row.mms === 1 },
		isActive: row.is_active === 1,
		createdAt: row.created_at,
	};
}
