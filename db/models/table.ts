import {
  literal,
  Model,
  type LOCK,
  type ModelStatic,
  type Op,
  type Order,
  type Sequelize,
  type Transaction,
  type Utils,
  type WhereOptions,
} from "sequelize";
import type { ColumnDefinition, InputOf, IsOptional, ValueOf } from "./columns.ts";
import type { NullableColumns } from "./rows.ts";

type Columns = Readonly<Record<string, ColumnDefinition>>;

/** The row of a table as a SELECT returns it. */
export type RowOf<Of extends { columns: Columns }> = RowWith<Of["columns"]>;
type RowWith<Of extends Columns> = { [Name in keyof Of]: ValueOf<Of[Name]> };

/** The values of a new row. A column without a value gets its default. */
type NewRowWith<Of extends Columns> = {
  [Name in keyof Of as IsOptional<Of[Name]> extends true ? never : Name]: InputOf<Of[Name]>;
} & { [Name in keyof Of as IsOptional<Of[Name]> extends true ? Name : never]?: InputOf<Of[Name]> };

type ChangeWith<Of extends Columns> = { [Name in keyof Of]?: InputOf<Of[Name]> | Utils.Literal };

/** The condition of a query. Any column can be compared with null. */
type Where<Row> = WhereOptions<NullableColumns<Row>>;

/** The condition of an UPDATE. Lists are not allowed, because they would become part of the statement's text. */
type Match<Row> = { [Name in keyof Row]?: Row[Name] | null | { [Op.ne]: Row[Name] | null } };

type Selection<Row> = {
  where?: Where<Row>;
  order?: Order;
  limit?: number;
  offset?: number;
  lock?: LOCK;
};

/**
 * Defines a table: its model, its row types and simple queries. A SELECT or DELETE contains its values in the text, so
 * such statements are not prepared; frequent queries of pages and saves are written in SQL instead.
 */
export function table<Of extends Columns>(name: string, columns: Of) {
  type Row = RowWith<Of>;
  const model: ModelStatic<Model> = class extends Model {};

  async function select<Name extends keyof Row & string>(
    names: readonly Name[],
    selection: Selection<Row> & { order: Order },
    t: Transaction | null,
  ): Promise<Pick<Row, Name>[]> {
    const options = { ...selection, attributes: [...names], raw: true, transaction: t };
    const found: unknown = await model.findAll(options);
    return found as Pick<Row, Name>[];
  }

  async function selectOne<Name extends keyof Row & string>(
    names: readonly Name[],
    selection: Selection<Row>,
    t: Transaction | null,
  ): Promise<Pick<Row, Name> | null> {
    const [first] = await select(names, { order: [], ...selection, limit: 1 }, t);
    return first ?? null;
  }

  /** Inserts a row and returns the stored row. Only the database checks the values. */
  async function insert(row: NewRowWith<Of>, t: Transaction): Promise<Row> {
    const made = await model.create(row, { transaction: t, validate: false });
    return made.get() as Row;
  }

  async function update(change: ChangeWith<Of>, where: Match<Row>, t: Transaction): Promise<number> {
    const [changed] = await model.update(change, { where, transaction: t, validate: false });
    return changed;
  }

  function remove(where: Where<Row>, t: Transaction): Promise<number> {
    return model.destroy({ where, transaction: t });
  }

  function register(sequelize: Sequelize): void {
    // The definition is copied because Sequelize changes it, and it is needed again after `closeConnections()`.
    const attributes = Object.fromEntries(
      Object.entries(columns).map(([key, column]) => [key, { ...column }]),
    );
    model.init(attributes, { sequelize, modelName: name, tableName: name, timestamps: false });
  }

  return { columns, register, select, selectOne, insert, update, delete: remove };
}

/** Sorts names as people expect: `Étienne` beside `Etienne`, `Std 10` after `Std 9`. */
export function orderByName(column: string): Utils.Literal {
  return literal(`"${column}" collate names`);
}
