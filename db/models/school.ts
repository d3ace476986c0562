import { DataTypes, Model } from "sequelize";
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";
import type { Flavour } from "#domain/grades.ts";

/** One row: one database is one school. */
export class School extends Model<InferAttributes<School>, InferCreationAttributes<School>> {
  declare school_id: CreationOptional<number>;
  declare name: string;
  declare flavour: Flavour;
  declare address: CreationOptional<string>;
  declare motto: CreationOptional<string>;
  declare logo: string | null;
  declare sessions_per_day: CreationOptional<number>;
  declare time_zone: CreationOptional<string>;
  declare current_term_id: number | null;

  static register(sequelize: Sequelize): void {
    School.init(
      {
        school_id: { type: DataTypes.SMALLINT, primaryKey: true, defaultValue: 1 },
        name: { type: DataTypes.TEXT, allowNull: false },
        flavour: { type: DataTypes.TEXT, allowNull: false },
        address: { type: DataTypes.TEXT, allowNull: false, defaultValue: "" },
        motto: { type: DataTypes.TEXT, allowNull: false, defaultValue: "" },
        logo: { type: DataTypes.TEXT },
        sessions_per_day: { type: DataTypes.SMALLINT, allowNull: false, defaultValue: 2 },
        time_zone: { type: DataTypes.TEXT, allowNull: false, defaultValue: "America/Port_of_Spain" },
        current_term_id: { type: DataTypes.INTEGER },
      },
      { sequelize, tableName: "schools", timestamps: false },
    );
  }
}
