// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {Places} from "./Places.sol";

/// @title The sandbox's stand-in for the conditional tokens: outcomes are the tokens that the sandbox's Gamma lists.
/// @dev Each share of an open condition is backed by pUSD that this contract holds. The real one holds bridged USDC, which the
/// collateral adapters wrap: here only they and the exchanges move the backing.
contract SandboxConditionalTokens is ERC1155 {
    struct Condition {
        uint256[2] tokens;
        uint256[2] payouts;
        uint256 denominator;
        bool negRisk;
    }

    address private immutable _operator;
    mapping(bytes32 conditionId => Condition) private _conditions;
    mapping(uint256 tokenId => bytes32 conditionId) private _conditionOf;

    event ConditionPreparation(bytes32 indexed conditionId, uint256[2] tokens, bool negRisk);
    event ConditionResolution(bytes32 indexed conditionId, uint256[2] payouts);
    event PayoutRedemption(
        address indexed redeemer,
        address indexed collateralToken,
        bytes32 indexed parentCollectionId,
        bytes32 conditionId,
        uint256[] indexSets,
        uint256 payout
    );

    error NotAllowed(address caller);
    error UnknownCondition(bytes32 conditionId);
    error AlreadyReported(bytes32 conditionId);
    error NotReported(bytes32 conditionId);

    modifier onlyOperator() {
        require(msg.sender == _operator, NotAllowed(msg.sender));
        _;
    }

    /// @dev Positions that are not of the venue's own collateral do not exist here.
    modifier onlyVenue(address collateralToken) {
        bool moves = Places.isAdapter(msg.sender) || Places.isExchange(msg.sender);
        require(moves && collateralToken == Places.UNDERLYING, NotAllowed(msg.sender));
        _;
    }

    constructor(address operator) ERC1155("") {
        _operator = operator;
    }

    /// @notice Makes a condition known with the tokens of its two outcomes; a known one stays as it is.
    function prepareCondition(bytes32 conditionId, uint256[2] calldata tokens, bool negRisk) external onlyOperator {
        if (isPrepared(conditionId)) return;
        _conditions[conditionId].tokens = tokens;
        _conditions[conditionId].negRisk = negRisk;
        _conditionOf[tokens[0]] = conditionId;
        _conditionOf[tokens[1]] = conditionId;
        emit ConditionPreparation(conditionId, tokens, negRisk);
    }

    /// @notice Resolves a condition: each outcome's share of one unit of collateral, as a numerator.
    function reportPayouts(bytes32 conditionId, uint256[2] calldata payouts) external onlyOperator {
        require(isPrepared(conditionId), UnknownCondition(conditionId));
        Condition storage condition = _conditions[conditionId];
        require(condition.denominator == 0, AlreadyReported(conditionId));
        condition.payouts = payouts;
        condition.denominator = payouts[0] + payouts[1];
        emit ConditionResolution(conditionId, payouts);
    }

    function isPrepared(bytes32 conditionId) public view returns (bool) {
        return _conditions[conditionId].tokens[0] != 0;
    }

    function conditionOf(uint256 tokenId) external view returns (bytes32) {
        return _conditionOf[tokenId];
    }

    function positionsOf(bytes32 conditionId) external view returns (uint256[2] memory tokens, bool negRisk) {
        return (_conditions[conditionId].tokens, _conditions[conditionId].negRisk);
    }

    function getOutcomeSlotCount(bytes32 conditionId) external view returns (uint256) {
        return isPrepared(conditionId) ? 2 : 0;
    }

    function payoutNumerators(bytes32 conditionId, uint256 index) external view returns (uint256) {
        return _conditions[conditionId].payouts[index];
    }

    function payoutDenominator(bytes32 conditionId) external view returns (uint256) {
        return _conditions[conditionId].denominator;
    }

    /// @notice Gives the caller both outcomes of `amount`, for which it has brought the backing.
    function splitPosition(
        address collateralToken,
        bytes32,
        bytes32 conditionId,
        uint256[] calldata,
        uint256 amount
    ) external onlyVenue(collateralToken) {
        require(isPrepared(conditionId), UnknownCondition(conditionId));
        uint256[2] memory tokens = _conditions[conditionId].tokens;
        _mint(msg.sender, tokens[0], amount, "");
        _mint(msg.sender, tokens[1], amount, "");
    }

    /// @notice Takes both outcomes of `amount` from the caller and returns their backing.
    function mergePositions(
        address collateralToken,
        bytes32,
        bytes32 conditionId,
        uint256[] calldata,
        uint256 amount
    ) external onlyVenue(collateralToken) {
        uint256[2] memory tokens = _conditions[conditionId].tokens;
        _burn(msg.sender, tokens[0], amount);
        _burn(msg.sender, tokens[1], amount);
        _pay(amount);
    }

    /// @notice Takes the caller's outcomes of a resolved condition and pays them. Of a collateral other than the venue's own
    /// nobody has positions: such a call succeeds and pays nothing, as at the real contract.
    function redeemPositions(
        address collateralToken,
        bytes32 parentCollectionId,
        bytes32 conditionId,
        uint256[] calldata indexSets
    ) external {
        Condition storage condition = _conditions[conditionId];
        require(condition.denominator > 0, NotReported(conditionId));
        uint256 payout = collateralToken == Places.UNDERLYING ? _redeem(condition) : 0;
        if (payout > 0) _pay(payout);
        emit PayoutRedemption(msg.sender, collateralToken, parentCollectionId, conditionId, indexSets, payout);
    }

    function _redeem(Condition storage condition) private onlyVenue(Places.UNDERLYING) returns (uint256 payout) {
        for (uint256 index = 0; index < 2; ++index) {
            uint256 token = condition.tokens[index];
            uint256 shares = balanceOf(msg.sender, token);
            if (shares == 0) continue;
            _burn(msg.sender, token, shares);
            payout += (shares * condition.payouts[index]) / condition.denominator;
        }
    }

    function _pay(uint256 amount) private {
        require(IERC20(Places.PUSD).transfer(msg.sender, amount));
    }
}
