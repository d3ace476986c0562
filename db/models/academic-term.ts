import { DataTypes, Model } from "sequelize";
import type { InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";
import type { AssessmentType } from "#domain/terms.ts";

export class AcademicTerm extends Model<
  InferAttributes<AcademicTerm>,
  InferCreationAttributes<AcademicTerm>
> {
  declare academic_term_id: number;
  declare academic_year_id: number | null;
  declare term: number;
  declare term_start: string | null;
  declare term_end: string | null;
  declare total_sessions: number | null;
  declare next_term_start: string | null;
  declare assessment_type: AssessmentType | null;

  static register(sequelize: Sequelize): void {
    AcademicTerm.init(
      {
        academic_term_id: { type: DataTypes.INTEGER, primaryKey: true },
        academic_year_id: { type: DataTypes.INTEGER },
        term: { type: DataTypes.SMALLINT, allowNull: false },
        term_start: { type: DataTypes.DATEONLY },
        term_end: { type: DataTypes.DATEONLY },
        total_sessions: { type: DataTypes.SMALLINT },
        next_term_start: { type: DataTypes.DATEONLY },
        assessment_type: { type: DataTypes.TEXT },
      },
      { sequelize, tableName: "academic_terms", timestamps: false },
    );
  }
}
